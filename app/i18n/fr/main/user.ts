import type en from '../../en/main/user'
import type { Same } from '../../same'

const user = {} satisfies Same<typeof en>

export default user
