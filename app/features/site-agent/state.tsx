/** The state of a site agent in one word, with its colour. */
import type { AgentState } from '#contracts/site-agent-names'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'

const tones = { connected: 'ok', waiting: 'neutral', keyless: 'neutral', silent: 'danger' } as const

export function AgentStateBadge({ state }: { state: AgentState }) {
  const t = useT()
  return <Badge tone={tones[state]}>{t(`main:siteAgent.state.${state}`)}</Badge>
}
