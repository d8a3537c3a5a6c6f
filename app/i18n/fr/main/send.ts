import type en from '../../en/main/send'
import type { Same } from '../../same'

const send = {} satisfies Same<typeof en>

export default send
