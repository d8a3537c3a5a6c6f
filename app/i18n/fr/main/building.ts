import type en from '../../en/main/building'
import type { Same } from '../../same'

const building = {} satisfies Same<typeof en>

export default building
