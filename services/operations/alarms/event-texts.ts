/** Words for the events of controllers that send no text of their own: by type of event and the state entered. */
import type { EventState, EventType } from '../../contracts/alarms'
import type { ServiceLanguage } from '../../kit/messages'

type Text = Record<ServiceLanguage, string>
const text = (en: string, fr: string): Text => ({ en, fr })

/** By event type; the state is added where it says more. */
const texts: Partial<Record<EventType, Text>> = {
  changeOfBitstring: text('A bit string has an alarm value', 'Une chaîne de bits a une valeur d’alarme'),
  changeOfState: text('The state is an alarm state', 'L’état est un état d’alarme'),
  changeOfValue: text('The value has changed', 'La valeur a changé'),
  commandFailure: text('The output does not follow its command', 'La sortie ne suit pas sa commande'),
  complexEventType: text('An event of the controller’s own kind', 'Événement propre à l’automate'),
  changeOfLifeSafety: text('A life safety state has changed', 'Un état de sécurité des personnes a changé'),
  extended: text('An event of the vendor’s own kind', 'Événement propre au fabricant'),
  bufferReady: text(
    'A log of the controller has new records',
    'Un journal de l’automate a de nouveaux enregistrements',
  ),
  accessEvent: text('An access event', 'Événement d’accès'),
  changeOfCharacterString: text('A text has an alarm value', 'Un texte a une valeur d’alarme'),
  changeOfStatusFlags: text('The status flags show an alarm', 'Les indicateurs d’état signalent une alarme'),
  changeOfReliability: text('The reading is not reliable', 'La mesure n’est pas fiable'),
  changeOfDiscreteValue: text('The value has changed', 'La valeur a changé'),
  changeOfTimer: text('A timer has changed its state', 'Une minuterie a changé d’état'),
  none: text('The controller reports an alarm', 'L’automate signale une alarme'),
}

const limitTexts: Partial<Record<EventState, Text>> = {
  highLimit: text('Value above high limit', 'Valeur au-dessus de la limite haute'),
  lowLimit: text('Value below low limit', 'Valeur sous la limite basse'),
  fault: text('The reading is not reliable', 'La mesure n’est pas fiable'),
  offnormal: text('Value out of range', 'Valeur hors de la plage'),
}

const names = [...Object.keys(texts), ...Object.keys(limitTexts)]

/** The name under which an event without a text is stored. */
export function eventMessage(type: EventType, into: EventState): string {
  const isOfLimit = texts[type] === undefined
  const state = into === 'highLimit' || into === 'lowLimit' || into === 'fault' ? into : 'offnormal'
  return `event:${isOfLimit ? state : type}`
}

export const eventMessages: readonly string[] = names.map((name) => `event:${name}`)

/** Returns the words of a stored name; undefined for what is none. */
export function eventText(message: string, language: ServiceLanguage): string | undefined {
  if (!message.startsWith('event:')) return undefined
  const name = message.slice('event:'.length)
  return (texts[name as EventType] ?? limitTexts[name as EventState])?.[language]
}
