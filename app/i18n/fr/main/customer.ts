import type en from '../../en/main/customer'
import type { Same } from '../../same'

const customer = {} satisfies Same<typeof en>

export default customer
