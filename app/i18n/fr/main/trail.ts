import type en from '../../en/main/trail'
import type { Same } from '../../same'

const trail = {} satisfies Same<typeof en>

export default trail
