/** What a controller of another maker states about itself, and the trend logs it keeps of its points. */
import type { ReactNode } from 'react'
import type { StatedIdentity } from '#contracts/controller-management'
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Table, type TableColumn } from '~/ui/table'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'

interface TrendLogRow {
  name: string
  pointId: string
  pointName: string
  pointHref: string
  records: number
  missed: number
  /** Null where the controller does not say. */
  clockAheadMs: number | null
  readAt: string | null
  /** Why it was not read; null when it was. */
  refusal: string | null
}

export interface StatedByController {
  /** Null while it does not answer. */
  identity: StatedIdentity | null
  managementHref: string | null
  /** Null when they are not known. */
  logs: readonly TrendLogRow[] | null
}

const statuses = {
  operational: 'main:controllerManagement.identity.statuses.operational',
  operationalReadOnly: 'main:controllerManagement.identity.statuses.operationalReadOnly',
  downloadRequired: 'main:controllerManagement.identity.statuses.downloadRequired',
  downloadInProgress: 'main:controllerManagement.identity.statuses.downloadInProgress',
  nonOperational: 'main:controllerManagement.identity.statuses.nonOperational',
  backupInProgress: 'main:controllerManagement.identity.statuses.backupInProgress',
} as const
const restarts = {
  unknown: 'main:controllerManagement.identity.restarts.unknown',
  coldStart: 'main:controllerManagement.identity.restarts.coldStart',
  warmStart: 'main:controllerManagement.identity.restarts.warmStart',
  powerLost: 'main:controllerManagement.identity.restarts.powerLost',
  powerOff: 'main:controllerManagement.identity.restarts.powerOff',
  watchdog: 'main:controllerManagement.identity.restarts.watchdog',
  softwareWatchdog: 'main:controllerManagement.identity.restarts.softwareWatchdog',
  suspended: 'main:controllerManagement.identity.restarts.suspended',
  activateChanges: 'main:controllerManagement.identity.restarts.activateChanges',
} as const

const keyIn = <Keys extends Readonly<Record<string, string>>>(keys: Keys, word: string | null) =>
  word !== null && Object.hasOwn(keys, word) ? keys[word as keyof Keys] : null

export function StatedSections({ stated, timeZone }: { stated: StatedByController; timeZone: string | undefined }) {
  const t = useT()
  const { identity, managementHref, logs } = stated
  return (
    <>
      <Section
        title={t('main:controllerManagement.identity.title')}
        aside={
          managementHref && (
            <ButtonLink href={managementHref} small>
              {t('main:controllerManagement.link')}
            </ButtonLink>
          )
        }
      >
        {identity ? (
          <IdentityFacts identity={identity} />
        ) : (
          <p className="text-soft">{t('main:controllerManagement.identity.silent')}</p>
        )}
      </Section>
      {logs && <TrendLogSection logs={logs} timeZone={timeZone} />}
    </>
  )
}

function IdentityFacts({ identity }: { identity: StatedIdentity }) {
  const t = useT()
  const unknown = <span className="text-faint">{t('word.notKnown')}</span>
  const known = (value: ReactNode) => (value === null || value === '' ? unknown : <bdi>{value}</bdi>)
  const { protocolVersion: version, protocolRevision: revision, services } = identity
  const status = keyIn(statuses, identity.systemStatus)
  const restart = keyIn(restarts, identity.restartReason)
  const isVersionKnown = version !== null && revision !== null
  return (
    <Facts
      facts={[
        { term: t('main:controllerManagement.identity.vendor'), value: known(identity.vendorName) },
        { term: t('main:controllerManagement.identity.model'), value: known(identity.modelName) },
        { term: t('main:controllerManagement.identity.firmware'), value: known(identity.firmware) },
        { term: t('main:controllerManagement.identity.software'), value: known(identity.applicationSoftware) },
        { term: t('main:controllerManagement.identity.serialNumber'), value: known(identity.serialNumber) },
        { term: t('main:controllerManagement.identity.description'), value: known(identity.description) },
        { term: t('main:controllerManagement.identity.location'), value: known(identity.location) },
        { term: t('main:controllerManagement.identity.status'), value: status ? t(status) : unknown },
        { term: t('main:controllerManagement.identity.restart'), value: restart ? t(restart) : unknown },
        {
          term: t('main:controllerManagement.identity.protocol'),
          value: isVersionKnown ? t('main:controllerManagement.identity.protocolText', { version, revision }) : unknown,
        },
        {
          term: t('main:controllerManagement.identity.services'),
          value: services ? <span className="break-words">{services.join(', ')}</span> : unknown,
        },
      ]}
    />
  )
}

function TrendLogSection({ logs, timeZone }: { logs: readonly TrendLogRow[]; timeZone: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const columns: TableColumn<TrendLogRow>[] = [
    {
      key: 'log',
      title: t('main:controllerManagement.logs.log'),
      isRowHeader: true,
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      key: 'point',
      title: t('main:controllerManagement.logs.point'),
      cell: ({ pointHref, pointName }) => (
        <A href={pointHref}>
          <bdi>{pointName}</bdi>
        </A>
      ),
    },
    {
      key: 'records',
      title: t('main:controllerManagement.logs.records'),
      align: 'end',
      cell: ({ records, missed }) => (
        <>
          {format.number(records)}
          {missed > 0 && (
            <span className="block text-sm text-soft">
              {t('main:controllerManagement.logs.missed', { count: missed, formatted: format.number(missed) })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'readAt',
      title: t('main:controllerManagement.logs.readAt'),
      cell: ({ readAt, refusal }) =>
        refusal ? (
          t('main:controllerManagement.logs.refused')
        ) : readAt ? (
          <Time at={readAt} timeZone={timeZone} />
        ) : (
          <span className="text-faint">{t('word.notKnown')}</span>
        ),
    },
  ]
  return (
    <Section title={t('main:controllerManagement.logs.title')} flush={logs.length > 0}>
      {logs.length === 0 ? (
        <p className="text-soft">{t('main:controllerManagement.logs.none')}</p>
      ) : (
        <Stack>
          <ClockNotice logs={logs} />
          <Table
            caption={t('main:controllerManagement.logs.caption')}
            columns={columns}
            rows={logs}
            rowKey={({ name, pointId }) => `${name} ${pointId}`}
          />
        </Stack>
      )}
    </Section>
  )
}

/** Smaller differences are not corrected. */
const minDriftMs = 60_000

function ClockNotice({ logs }: { logs: readonly TrendLogRow[] }) {
  const t = useT()
  const format = useFormat()
  const ahead = logs.find(
    ({ clockAheadMs }) => clockAheadMs !== null && Math.abs(clockAheadMs) >= minDriftMs,
  )?.clockAheadMs
  if (!ahead) return null
  const by = format.duration(Math.round(Math.abs(ahead) / 1_000))
  return (
    <Notice tone="warn" quiet>
      {t(`main:controllerManagement.logs.${ahead > 0 ? 'ahead' : 'behind'}`, { by })}
    </Notice>
  )
}
