/** Columns and filter of what a search found and missed. */
import { findingStates } from '#contracts/controller-network-names'
import type { FindingState } from '#contracts/controller-networks'
import { limitFor } from '~/changes'
import { countText } from '~/i18n/counted'
import type { Translate } from '~/i18n/instance'
import type { FilterFields } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { CellContext, ListColumn, ListView } from '~/kit/list/view'
import { PlacePath } from '~/kit/place/place-path'
import { Badge, type Tone } from '~/ui/badge'
import { Time } from '~/ui/time'
import { type ControllerFindingRow, findingName } from './finding-row'

export const findingFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:controllerNetwork.searchHint') },
  state: {
    kind: 'choice',
    label: (t) => t('field.state'),
    values: findingStates,
    text: (t, state) => t(`main:controllerNetwork.state.${state as FindingState}`),
  },
} as const satisfies FilterFields

const tones: Record<FindingState, Tone> = {
  new: 'info',
  known: 'ok',
  late: 'low',
  silent: 'warn',
  refused: 'warn',
  duplicate: 'danger',
  missing: 'warn',
}

const stateText = ({ states }: ControllerFindingRow, t: Translate) =>
  states.map((state) => t(`main:controllerNetwork.state.${state}`)).join(', ')

const objects: ListColumn<ControllerFindingRow> = {
  key: 'objects',
  title: (t) => t('main:controllerNetwork.object.label'),
  width: 'text',
  text: (row) => row.objects,
  cell: (row) => row.objects && <bdi className="font-mono">{row.objects}</bdi>,
}

export const findingView: ListView<typeof findingFields, ControllerFindingRow> = {
  fields: findingFields,
  columns: [
    nameColumn<ControllerFindingRow>({ title: (t) => t('entity.device'), text: findingName }),
    {
      key: 'instance',
      title: (t) => t('main:controllerNetwork.instance'),
      width: 'kind',
      text: (row) => row.instance,
      // It names a controller, and has no thousands.
      cell: (row) => <span className="mono">{row.instance}</span>,
    },
    {
      key: 'state',
      title: (t) => t('field.state'),
      width: 'how',
      text: stateText,
      cell: ({ states }, { t }) => (
        <span className="flex flex-wrap gap-x-2">
          {states.map((state) => (
            <Badge key={state} tone={tones[state]}>
              {t(`main:controllerNetwork.state.${state}`)}
            </Badge>
          ))}
        </span>
      ),
    },
    {
      key: 'model',
      title: (t) => t('main:controllerNetwork.model'),
      width: 'how',
      isSpare: true,
      text: (row) => row.model,
      cell: ({ model, answeredAfterMs }, { t }) =>
        model ? (
          <bdi>{model}</bdi>
        ) : (
          answeredAfterMs !== null && <span className="text-faint">{t('word.notKnown')}</span>
        ),
    },
    {
      key: 'address',
      title: (t) => t('field.address'),
      width: 'place',
      text: (row) => row.addresses.join(', '),
      cell: ({ addresses }) => <bdi className="font-mono">{addresses.join(', ')}</bdi>,
    },
    {
      key: 'networkNumber',
      title: (t) => t('main:controllerNetwork.networkNumber'),
      width: 'kind',
      text: (row) => row.networkNumber,
      isOptional: true,
    },
    {
      key: 'answered',
      title: (t) => t('main:controllerNetwork.answeredAfter'),
      width: 'kind',
      align: 'end',
      isSpare: true,
      text: (row) => row.answeredAfterMs,
      cell: ({ answeredAfterMs, isLate }, { t, format }) =>
        answeredAfterMs !== null && (
          <span className={isLate ? 'text-warn' : undefined}>
            {t('main:controllerNetwork.milliseconds', { ms: format.number(answeredAfterMs) })}
          </span>
        ),
    },
    {
      key: 'location',
      title: (t) => t('field.location'),
      width: 'place',
      isRare: true,
      text: (row) => row.location,
      cell: (row) => row.location && <PlacePath path={row.location} />,
    },
    { ...objects, isOptional: true },
  ],
  keyOf: ({ instance }) => String(instance),
  below: explanation,
  count: (t, total) => countText(t, 'found', total),
  words: {
    none: (t) => ({ title: t('main:controllerNetwork.noneMatches') }),
    empty: (t) => ({ title: t('main:controllerNetwork.notFound'), text: t('main:controllerNetwork.notFoundText') }),
  },
  choice: {
    name: 'instance',
    nameOf: findingName,
    bulkActions: { add: (t) => t('main:controllerNetwork.add.choose') },
    all: {
      of: 'devices',
      max: limitFor('device.add'),
      label: (t, count) => t('main:controllerNetwork.add.all', { count }),
    },
  },
}

/** What a search for an object found: with the object of each controller, next to its name. */
export const holderView: typeof findingView = {
  ...findingView,
  columns: [
    ...findingView.columns.slice(0, 2),
    objects,
    ...findingView.columns
      .slice(2)
      .filter(({ key }) => key !== objects.key)
      .map((column) => (column.width === 'place' ? { ...column, isSpare: true } : column)),
  ],
  words: {
    ...findingView.words,
    empty: (t) => ({
      title: t('main:controllerNetwork.object.none'),
      text: t('main:controllerNetwork.object.noneText'),
    }),
  },
}

/** Says why a row needs somebody; null for a controller that answered as it should. */
function explanation({ states, silentSince, addresses }: ControllerFindingRow, { t }: CellContext) {
  const state = (['duplicate', 'missing', 'silent', 'refused'] as const).find((one) => states.includes(one))
  if (!state) return null
  if (state === 'missing' && silentSince)
    return (
      <>
        {t('main:controllerNetwork.why.silentSince')} <Time at={silentSince} />
      </>
    )
  return t(`main:controllerNetwork.why.${state}`, { addresses: addresses.join(', ') })
}
