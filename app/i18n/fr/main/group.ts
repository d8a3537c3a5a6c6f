import type en from '../../en/main/group'
import type { Same } from '../../same'

const group = {} satisfies Same<typeof en>

export default group
