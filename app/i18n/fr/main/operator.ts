import type en from '../../en/main/operator'
import type { Same } from '../../same'

const operator: Same<typeof en> = {
  title: 'Exploitation',
}

export default operator
