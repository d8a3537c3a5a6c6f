import type en from '../en/login'
import type { Same } from '../same'

const login = {} satisfies Same<typeof en>

export default login
