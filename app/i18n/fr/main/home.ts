import type en from '../../en/main/home'
import type { Same } from '../../same'

const home = {} satisfies Same<typeof en>

export default home
