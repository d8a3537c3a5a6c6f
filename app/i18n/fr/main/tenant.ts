import type en from '../../en/main/tenant'
import type { Same } from '../../same'

const tenant = {} satisfies Same<typeof en>

export default tenant
