/** The plan of a deployment as a CSV file: one line per package and controller. */
import type { Plan, PlanRow } from '~/change/plan'
import { locationOf } from '~/domain/device'
import { keyText } from '~/i18n/error-text'
import type { Translate } from '~/i18n/instance'
import { csvResponse, headingsOf } from '~/kit/file/csv.server'
import type { FileReader } from '~/kit/file/file-name.server'

const columns = ['controller', 'location', 'package', 'from', 'to', 'effect', 'because'] as const

interface PlanFile {
  reader: FileReader
  t: Translate
  request: Request
  known: Readonly<Record<string, unknown>>
  plan(): Promise<Plan>
}

export function planCsv({ reader, t, request, known: parsed, plan }: PlanFile) {
  return csvResponse({
    name: 'deployment-plan',
    reader,
    t,
    request,
    parsed,
    columns: headingsOf(columns, (name) => t(`main:deployment.csv.${name}`)),
    linesAfter: async () => ({ lines: (await plan()).rows.flatMap(linesOf), next: null }),
  })

  function linesOf({ subject, effect, because, timing, fields }: PlanRow) {
    const kind = effect === 'skip' ? 'skipped' : effect === 'same' ? 'unchanged' : 'changed'
    return (fields.length > 0 ? fields : [{ name: '', from: null, to: null }]).map(({ name, from, to }) => ({
      controller: subject.name,
      location: locationOf(subject.path ?? []),
      package: name,
      from: from ?? '',
      to: to ?? '',
      effect: t(`difference.${kind}`),
      because: because ? keyText(t, because) : timing === 'held' ? t('plan.timing.held') : '',
    }))
  }
}
