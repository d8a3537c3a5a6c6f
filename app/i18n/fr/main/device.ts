import type en from '../../en/main/device'
import type { Same } from '../../same'

const device = {} satisfies Same<typeof en>

export default device
