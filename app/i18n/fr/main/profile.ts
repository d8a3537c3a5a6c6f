import type en from '../../en/main/profile'
import type { Same } from '../../same'

const profile = {} satisfies Same<typeof en>

export default profile
