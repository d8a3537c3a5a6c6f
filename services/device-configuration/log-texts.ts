/**
 * The lines of a log in French. They are stored in English; what a controller, a project or another link says in its own
 * words stays as it is.
 */
import type { ServiceLanguage } from '../kit/messages'

/** What was sent, and the ending of what is said of it. */
const subjects = new Map<string, readonly [name: string, verb: string, plural: '' | 's']>([
  ['The graphics file was', ['Le fichier graphique', 'a été', '']],
  ['The network settings were', ['Les paramètres réseau', 'ont été', 's']],
  ['The BACnet settings were', ['Les paramètres BACnet', 'ont été', 's']],
  ['The time settings were', ['Les paramètres d’heure', 'ont été', 's']],
  ['The admin user was', ['Le compte administrateur', 'a été', '']],
])

const events = new Map<string, (plural: string) => string>([
  ['queued for sending', () => 'mis en file d’attente pour l’envoi'],
  ['picked up by the controller', () => 'pris en charge par l’automate'],
  ['applied and confirmed', (s) => `appliqué${s} et confirmé${s}`],
  ['applied and confirmed after all', (s) => `finalement appliqué${s} et confirmé${s}`],
])

const sentences = new Map(
  Object.entries({
    'The controller is offline. The send waits for it for at most 24 hours.':
      'L’automate est hors ligne. L’envoi l’attend pendant au plus 24 heures.',
    'The controller did not come back within 24 hours.': 'L’automate n’est pas revenu dans les 24 heures.',
    'The controller did not confirm the settings within 24 hours.':
      'L’automate n’a pas confirmé les paramètres dans les 24 heures.',
    'The connection was lost for more than 10 minutes.': 'La connexion a été perdue pendant plus de 10 minutes.',
    'The graphics file was transferred; the engine loads it.':
      'Le fichier graphique a été transféré ; le moteur le charge.',
    'The controller dropped its connection to reconnect with the new settings.':
      'L’automate a coupé sa connexion pour se reconnecter avec les nouveaux paramètres.',
    'The controller is back.': 'L’automate est de retour.',
    'The graphics file arrived damaged; the engine kept the previous one.':
      'Le fichier graphique est arrivé endommagé ; le moteur a gardé le précédent.',
    'The controller rejected its management password.': 'L’automate a rejeté son mot de passe de gestion.',
    'Another device on the network uses the same device instance.':
      'Un autre appareil du réseau utilise la même instance d’appareil.',
    'No device responds at the new address.': 'Aucun appareil ne répond à la nouvelle adresse.',
    'No interface is on.': 'Aucune interface n’est activée.',
    'The build is queued.': 'La construction est en file d’attente.',
    'The archive was unpacked.': 'L’archive a été décompressée.',
    'Main.xml and its pages are valid.': 'Main.xml et ses pages sont valides.',
    'The pages were compiled.': 'Les pages ont été compilées.',
    'The program was packaged for the controller.': 'Le programme a été empaqueté pour l’automate.',
    'The project cannot be built.': 'Le projet ne peut pas être construit.',
    'The graphics are built and can be sent.': 'Les graphiques sont construits et peuvent être envoyés.',
  }),
)

/** Sentences with values, which stay as they are. */
const patterns: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^The controller is back at (\S+)\.$/, 'L’automate est de retour à l’adresse $1.'],
  [/^Address (\S+) is not in the network (\S+)\.$/, 'L’adresse $1 n’est pas dans le réseau $2.'],
  [/^Gateway (\S+) does not answer in the network (\S+)\.$/, 'La passerelle $1 ne répond pas dans le réseau $2.'],
  [/^Address (\S+) is already in use\.$/, 'L’adresse $1 est déjà utilisée.'],
  [
    /^The controller could not be reached with the new settings for 120 seconds and went back to the ones before\.$/,
    'L’automate est resté injoignable pendant 120 secondes avec les nouveaux paramètres et est revenu aux précédents.',
  ],
  [
    /^The controller could not be reached with the new settings for 120 seconds and went back to the ones before\. It answers at (\S+) again\.$/,
    'L’automate est resté injoignable pendant 120 secondes avec les nouveaux paramètres et est revenu aux précédents. Il répond de nouveau à l’adresse $1.',
  ],
  [
    /^The controller rejected the configuration with code (\S+)\.$/,
    'L’automate a rejeté la configuration avec le code $1.',
  ],
  [
    /^(.+) cancelled the send before the controller picked it up\.$/,
    '$1 a annulé l’envoi avant que l’automate le prenne en charge.',
  ],
  [/^The build of (.+) was requested\.$/, 'La construction de $1 a été demandée.'],
  [
    /^The link of the controller did not end this in (\d+) attempts\.$/,
    'La liaison de l’automate n’a pas terminé en $1 tentatives.',
  ],
]

/** Returns the message of a line in a language; one that is not of these services unchanged. */
export function logText(message: string, language: ServiceLanguage): string {
  if (language === 'en') return message
  return sentences.get(message) ?? ofSend(message) ?? withValues(message)
}

/** Returns what happened to something that was sent; undefined for any other sentence. */
function ofSend(message: string): string | undefined {
  const [, begin = '', end = ''] = /^(The [A-Za-z ]{1,30} (?:was|were)) ([a-z ]{1,40})\.$/.exec(message) ?? []
  const [subject, event] = [subjects.get(begin), events.get(end)]
  if (!subject || !event) return undefined
  const [name, verb, plural] = subject
  return `${name} ${verb} ${event(plural)}.`
}

function withValues(message: string): string {
  const [pattern, text] = patterns.find(([one]) => one.test(message)) ?? []
  return pattern && text ? message.replace(pattern, text) : message
}
