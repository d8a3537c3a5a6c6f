/** The columns and filters of the licence list: product, usage, state and expiry. */
import { type LicenceState, licenceStates } from '#contracts/licence-names'
import { countText } from '~/i18n/counted'
import type { FilterFields } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { PlacePath } from '~/kit/place/place-path'
import { Badge } from '~/ui/badge'
import type { LicenceListRow } from './row'
import { featureText, licenceFeatures } from './shared/features'
import { LicenceStateBadge } from './shared/state'

export const licenceFields = {
  state: {
    kind: 'choice',
    several: true,
    label: (t) => t('field.state'),
    values: licenceStates,
    text: (t, value) => t(`main:licence.state.${value as LicenceState}`),
  },
  feature: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:licence.includes'),
    values: licenceFeatures,
    text: featureText,
  },
  siteId: { kind: 'carried' },
} as const satisfies FilterFields

/** The share of used points from which a licence is marked as nearly full. */
const nearlyFullShare = 0.9

type LicenceColumn = ListColumn<LicenceListRow>

const columns: readonly LicenceColumn[] = [
  {
    ...nameColumn<LicenceListRow>({ title: (t) => t('entity.device'), text: (row) => row.name }),
    width: 'text',
  },
  {
    key: 'location',
    title: (t) => t('field.location'),
    width: 'place',
    text: (row) => row.location,
    cell: (row) => <PlacePath path={row.location} />,
  },
  { key: 'hostId', title: (t) => t('main:device.hostId'), width: 'code', text: (row) => row.hostId, isOptional: true },
  { key: 'product', title: (t) => t('main:licence.for'), width: 'kind', isSpare: true, text: (row) => row.product },
  {
    key: 'points',
    title: (t) => t('main:licence.points'),
    align: 'end',
    isSpare: true,
    text: (row, t) => (row.state === 'missing' ? null : t('main:licence.pointsOf', row)),
    only: 'page',
  },
  { key: 'usedPoints', title: (t) => t('main:licence.usedPoints'), text: (row) => row.used, only: 'file' },
  { key: 'maxPoints', title: (t) => t('main:licence.maxPoints'), text: (row) => row.most, only: 'file' },
  {
    key: 'used',
    title: (t) => t('main:licence.used'),
    align: 'end',
    text: (row) => row.share,
    cell: ({ share }, { format }) =>
      share !== null && (
        <span className={share > 1 ? 'text-danger' : share >= nearlyFullShare ? 'text-warn' : undefined}>
          {format.percent(share)}
        </span>
      ),
  },
  {
    key: 'state',
    title: (t) => t('field.state'),
    width: 'how',
    text: (row, t) => t(`main:licence.state.${row.state}`),
    cell: ({ state, share }, { t }) =>
      state === 'valid' && share !== null && share >= nearlyFullShare ? (
        <Badge tone="warn">{t('main:licence.nearlyFull')}</Badge>
      ) : (
        <LicenceStateBadge state={state} />
      ),
  },
  {
    key: 'ends',
    title: (t) => t('main:licence.ends'),
    width: 'how',
    text: (row) => row.expiresAt,
    cell: ({ expiresAt, endsSoon }, { t, format }) => {
      if (!expiresAt) return <span className="text-faint">{t('main:licence.endless')}</span>
      const date = format.date(expiresAt)
      return endsSoon ? <Badge tone="warn">{t('main:licence.soon', { date })}</Badge> : date
    },
  },
  {
    key: 'features',
    title: (t) => t('main:licence.features'),
    width: 'place',
    text: (row, t) => row.features.map((feature) => featureText(t, feature)).join(', '),
    isOptional: true,
  },
]

export const licenceView: ListView<typeof licenceFields, LicenceListRow> = {
  fields: licenceFields,
  columns,
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'licences', total),
  words: {
    none: (t) => ({ title: t('main:licence.none'), text: t('main:licence.noneText') }),
    empty: (t) => ({ title: t('main:licence.empty'), text: t('main:licence.emptyText') }),
    partial: (t) => ({ title: t('main:licence.partial'), text: t('main:licence.partialText') }),
  },
  presetLabels: {
    exceeded: (t) => t('main:licence.state.exceeded'),
    expired: (t) => t('main:licence.state.expired'),
    missing: (t) => t('main:licence.state.missing'),
  },
}
