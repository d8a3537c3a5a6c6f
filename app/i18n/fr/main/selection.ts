import type en from '../../en/main/selection'
import type { Same } from '../../same'

const selection = {
  title: 'Trop à la fois',
  matching:
    '{{found}} correspondent. Une modification en atteint au plus {{most, number}} : rien n’a été commencé. Précisez d’abord la liste.',
  chosen:
    '{{found}} sont sélectionnés. Une modification en atteint au plus {{most, number}} : rien n’a été commencé. Sélectionnez-en moins, ou procédez par parties.',
  uncounted:
    'On ne peut pas compter ici ce qui correspond. Une modification en atteint au plus {{most, number}} : rien n’a été commencé. Précisez d’abord le filtre : un site ou un bâtiment.',
  narrow: 'Préciser la liste',
} satisfies Same<typeof en>

export default selection
