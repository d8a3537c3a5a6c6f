/** The backups of a controller, with their state, and those of others that it can restore (domain §8.2). */
import { data, type HeadersArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { asPanel, readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceProblemText } from '~/change/problem-text'
import { controllerAt } from '~/features/device/shared/controller.server'
import { DeviceHeader } from '~/features/device/shared/header'
import { offeredFor } from '~/features/device/shared/link-capabilities'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { autoPaused, isLivePage, refreshHeader } from '~/kit/frame/refresh'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Refresh, refreshSeconds } from '~/ui/refresh'
import { backupRow } from './row'
import { backupsAt, isBackupInProgress } from './shared/backups.server'
import { BackupTable } from './table'
import { TransferNotices } from './transfer-notices'

export const handle = {
  title: ({ heading }, t) => t('main:backup.of', { name: heading.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceBackups', args.params)
  const { request } = args
  const reader = await readerFor(args, { view: 'backups' })
  const { may } = reader
  const [{ device, heading, timeZone, crumbs }, backups, transfers, { controllers }] = await Promise.all([
    controllerAt(reader, { name: 'deviceBackups', at, request }),
    asPanel(backupsAt(reader.call, at.siteId)),
    reader.panel(site.listFileTransfers, { path: { id: at.deviceId } }),
    reader.catalogues(),
  ])
  const offered = offeredFor(device)
  const running = transfers.ok ? transfers.value.data : []
  const model = controllers.find(({ id }) => id === device.productId)?.model.name
  const all = backups.ok ? backups.value : []
  const rights = { mayRestore: may('config.send'), mayDelete: may('template.write') }
  const own = all.filter(({ deviceId }) => deviceId === at.deviceId)
  const others = all.filter(
    ({ deviceId, state, platform }) =>
      // Files of another controller are not those of this one.
      !offered.fileBackup && deviceId !== at.deviceId && state === 'completed' && platform.modelName === model,
  )
  const isRunning = own.some(isBackupInProgress) || running.some(({ state }) => state === 'running')
  const isAuto = isLivePage(new URL(request.url).searchParams, isRunning)
  const autoHref = href('deviceBackups', at, { auto: refreshSeconds })
  return data(
    {
      tenantId: at.tenantId,
      heading,
      timeZone,
      problem: backups.ok ? null : backups.problem,
      own: own.map((backup) => backupRow(at, backup, rights)),
      others: others.map((backup) => backupRow(at, backup, { ...rights, mayDelete: false })),
      transfers: running,
      isRunning,
      isAuto,
      links: {
        auto: autoHref,
        paused: href('deviceBackups', at, { auto: autoPaused }),
        create: may('template.write') ? href('newBackup', at) : null,
        replacing: may('config.write') && offered.replacing ? href('deviceReplacing', at) : null,
      },
      crumbs: [...crumbs, { name: translator(reader.language)('main:view.backups'), href: href('deviceBackups', at) }],
      age: reader.age(),
    },
    isAuto ? { headers: refreshHeader(autoHref) } : {},
  )
}

export default function DeviceBackups() {
  const t = useT()
  const { tenantId, heading, timeZone, problem, own, others, transfers, isRunning, isAuto, links } =
    useLoaderData<typeof loader>()
  const create = links.create && (
    <ButtonLink look="primary" href={links.create}>
      {t('main:change.backup.create')}
    </ButtonLink>
  )
  return (
    <Stack>
      <DeviceHeader
        device={heading}
        view="backups"
        actions={
          <>
            {links.replacing && <ButtonLink href={links.replacing}>{t('main:replacing.link')}</ButtonLink>}
            {own.length > 0 && create}
          </>
        }
      />
      <ChangedNotice tenantId={tenantId} />
      <TransferNotices transfers={transfers} />
      <Section
        title={t('main:backup.own')}
        aside={isRunning && <Refresh href={links.paused} autoHref={links.auto} isAuto={isAuto} />}
        flush={!problem}
      >
        {problem ? (
          <Unavailable detail={serviceProblemText(t, problem)} />
        ) : (
          <BackupTable
            caption={t('main:backup.of', { name: heading.name })}
            rows={own}
            timeZone={timeZone}
            empty={
              <EmptyState
                title={t('main:backup.empty')}
                offers={[{ label: t('main:change.backup.create'), href: links.create, isMain: true }]}
              >
                {t('main:backup.emptyText')}
              </EmptyState>
            }
          />
        )}
      </Section>
      {others.length > 0 && (
        <Section title={t('main:backup.others')} flush>
          <BackupTable caption={t('main:backup.others')} rows={others} timeZone={timeZone} />
        </Section>
      )}
    </Stack>
  )
}
