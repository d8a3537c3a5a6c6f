import type en from '../../en/main/deployment'
import type { Same } from '../../same'

const deployment = {} satisfies Same<typeof en>

export default deployment
