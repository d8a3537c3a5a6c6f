import type en from '../../en/main/change'
import type { Same } from '../../same'

const change = {} satisfies Same<typeof en>

export default change
