import type en from '../../en/main/network'
import type { Same } from '../../same'

const network = {} satisfies Same<typeof en>

export default network
