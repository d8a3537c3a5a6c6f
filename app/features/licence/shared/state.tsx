import type { LicenceState } from '#contracts/licence-names'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'

/** Renders the state of a licence. */
export function LicenceStateBadge({ state }: { state: LicenceState }) {
  const t = useT()
  return <Badge tone={state === 'valid' ? 'ok' : 'danger'}>{t(`main:licence.state.${state}`)}</Badge>
}
