/** Columns of the list of agents of a site. */
import type { AgentState } from '#contracts/site-agent-names'
import type { SiteAgent } from '#contracts/site-agents'
import { countText } from '~/i18n/counted'
import type { FilterFields } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { ListView } from '~/kit/list/view'
import { Time } from '~/ui/time'
import { AgentStateBadge } from './state'

export interface SiteAgentRow extends Pick<SiteAgent, 'id' | 'name' | 'controllers'> {
  href: string
  state: AgentState
  version: string
  /** Empty before the first contact. */
  lastContactAt: string
  /** How many messages wait at the agent; null where it is not known. */
  backlog: number | null
}

export const siteAgentListFields = {} as const satisfies FilterFields

export const siteAgentView: ListView<typeof siteAgentListFields, SiteAgentRow> = {
  fields: siteAgentListFields,
  columns: [
    nameColumn({ title: (t) => t('field.name'), text: (row) => row.name }),
    {
      key: 'state',
      title: (t) => t('field.state'),
      width: 'how',
      text: ({ state }, t) => t(`main:siteAgent.state.${state}`),
      cell: ({ state }) => <AgentStateBadge state={state} />,
    },
    {
      key: 'lastContactAt',
      title: (t) => t('main:siteAgent.lastContact'),
      width: 'when',
      text: (row) => row.lastContactAt,
      cell: ({ lastContactAt }) => (lastContactAt ? <Time at={lastContactAt} /> : null),
    },
    {
      key: 'backlog',
      title: (t) => t('main:siteAgent.backlogShort'),
      width: 'code',
      align: 'end',
      text: ({ backlog }) => backlog ?? '',
      cell: ({ backlog }, { t }) => backlog ?? <span className="text-faint">{t('word.notKnown')}</span>,
    },
    {
      key: 'version',
      title: (t) => t('main:siteAgent.version'),
      width: 'kind',
      isSpare: true,
      text: (row) => row.version,
    },
    {
      key: 'controllers',
      title: (t) => t('main:view.devices'),
      width: 'kind',
      align: 'end',
      text: (row) => row.controllers,
    },
  ],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'siteAgents', total),
  words: {
    none: (t) => ({ title: t('main:siteAgent.empty') }),
    empty: (t) => ({ title: t('main:siteAgent.empty'), text: t('main:siteAgent.emptyText') }),
  },
}
