/** Renders the licences of a controller: features, usage and expiry (domain §6.3). */
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Facts } from '~/ui/facts'
import { A } from '~/ui/link'
import { Stack } from '~/ui/page'
import { useFormat } from '~/ui/use-format'
import { featureText } from './features'
import type { LicenceRow } from './row'
import { LicenceStateBadge } from './state'

export function LicenceFacts({ licences }: { licences: readonly LicenceRow[] }) {
  const t = useT()
  if (licences.length === 0) return <p className="text-soft">{t('main:licence.unknown')}</p>
  return (
    <Stack>
      {licences.map((licence) => (
        <OneLicence key={licence.id} licence={licence} />
      ))}
    </Stack>
  )
}

function OneLicence({ licence }: { licence: LicenceRow }) {
  const t = useT()
  const format = useFormat()
  const { product, state, points, features, issuedAt, expiresAt, endsSoon, vendor, othersHref } = licence
  const includes = [
    { term: t('main:licence.points'), value: <Points {...points} /> },
    {
      term: t('main:licence.features'),
      value: features.length > 0 ? format.list(features.map((feature) => featureText(t, feature))) : null,
    },
    ...(issuedAt ? [{ term: t('main:licence.issued'), value: format.date(issuedAt) }] : []),
    {
      term: t('main:licence.ends'),
      value: expiresAt ? (
        <>
          {format.date(expiresAt)} {endsSoon && <Badge tone="warn">{t('main:licence.endsSoon')}</Badge>}
        </>
      ) : (
        <span className="text-soft">{t('main:licence.endless')}</span>
      ),
    },
    { term: t('main:licence.issuedBy'), value: vendor && <bdi>{vendor}</bdi> },
  ]
  return (
    <div>
      <Facts
        facts={[
          {
            term: t('field.state'),
            value: (
              <span className="flex flex-wrap items-center gap-x-3">
                <LicenceStateBadge state={state} /> {othersHref && <A href={othersHref}>{t('main:licence.others')}</A>}
              </span>
            ),
          },
          { term: t('main:licence.for'), value: <bdi>{product}</bdi> },
          ...(state === 'missing' ? [] : includes),
        ]}
      />
      {state !== 'valid' && <p className="mt-2 max-w-prose text-soft">{t(`main:licence.meaning.${state}`)}</p>}
    </div>
  )
}

function Points({ used, most }: LicenceRow['points']) {
  const t = useT()
  const format = useFormat()
  return (
    <span className={used > most ? 'text-danger' : undefined}>
      {t('main:licence.pointsOf', { used, most })}{' '}
      {most > 0 && <span className="text-soft">({format.percent(used / most)})</span>}
    </span>
  )
}
