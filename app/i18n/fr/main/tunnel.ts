import type en from '../../en/main/tunnel'
import type { Same } from '../../same'

const tunnel: Same<typeof en> = {
  title: 'Tunnels',
}

export default tunnel
