import type en from '../../en/main/package'
import type { Same } from '../../same'

const packages: Same<typeof en> = {
  title: 'Logiciels',
}

export default packages
