import type { Same } from '~/i18n/same'
import type en from './chart.en'

const faultChart = {
  tooCoarse:
    'Cet écart n’est pas tracé : sur une période aussi longue, les relevés sont trop espacés pour dire ce que valaient les deux points au même moment. Une période plus courte le montre.',
  thinned:
    'Les graphiques sont tracés d’après la plus petite et la plus grande valeur de quelques minutes à la fois. Le fichier contient tous les relevés conservés, et indique où le service en a omis.',
  states: 'États',
  pointState: '{{name}} : {{text}}',
  band: { fault: 'Défaut', modeDelay: 'Stabilisation', operatingState: 'État' },
  state: 'État de fonctionnement : {{state}}',
  quantity: {
    temperatures: 'Températures',
    positions: 'Commandes et positions',
    pressures: 'Pressions',
    flows: 'Débits d’air',
    points: 'Points',
  },
} satisfies Same<typeof en>

export default faultChart
