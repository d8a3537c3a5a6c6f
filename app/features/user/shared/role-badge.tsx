import type { RoleName } from '#contracts/permissions'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'

const tones = {
  'super-admin': 'info',
  admin: 'info',
  'customer-admin': 'info',
  user: 'info',
  'customer-user': 'info',
  'no-access': 'warn',
} as const satisfies Record<RoleName, Tone>

/** Renders a role; an unknown role is shown as unknown. */
export function RoleBadge({ name }: { name: RoleName | null }) {
  const t = useT()
  if (name === null) return <span className="text-faint">{t('word.unknown')}</span>
  return <Badge tone={tones[name]}>{t(`role.${name}`)}</Badge>
}
