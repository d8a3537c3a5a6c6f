import type en from '../../en/main/group'
import type { Same } from '../../same'

const group = {
  devices: 'Automates du groupe',
  sites: 'Sites de {{name}}',
  emptyTitle: 'Ce groupe n’a aucun site',
  emptyText: 'Les sites apparaissent ici dès qu’ils sont placés dans le groupe.',
} satisfies Same<typeof en>

export default group
