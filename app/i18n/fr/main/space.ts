import type en from '../../en/main/space'
import type { Same } from '../../same'

const space = {} satisfies Same<typeof en>

export default space
