import type { LicenceState } from '#contracts/licence-names'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'

/** How a licence stands, in the same word everywhere. */
export function LicenceStateBadge({ state }: { state: LicenceState }) {
  const t = useT()
  return <Badge tone={state === 'valid' ? 'ok' : 'danger'}>{t(`main:licence.state.${state}`)}</Badge>
}
