import type en from '../../en/main/import'
import type { Same } from '../../same'

const imported: Same<typeof en> = {
  title: 'Import',
}

export default imported
