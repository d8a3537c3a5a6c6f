import type en from '../../en/main/site'
import type { Same } from '../../same'

const site = {} satisfies Same<typeof en>

export default site
