/** Deploys packages to many controllers: selection, plan per controller, deployment (domain §7.1). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import type { FormReply, PlanReply } from '~/change/plan'
import { groupByName } from '~/change/posted'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { startTimes } from '~/domain/deployment-start'
import { type DeviceFilter, deviceFields } from '~/features/device/shared/filter'
import { filterOptions } from '~/features/device/shared/filter-options'
import { selectedDevices } from '~/features/device/shared/selected-devices.server'
import { deviceSelectionIn, deviceSelectionValues } from '~/features/device/shared/selection'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { parseFilter } from '~/kit/list/filter'
import type { ParamsFor } from '~/paths'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { ChangeSteps } from '~/ui/steps'
import { Chooser, type ChooserData } from './chooser'
import { DeploymentForm } from './form'
import { PackagesForm } from './packages-form'
import { rolloutFor } from './plan.server'
import type { PlannedRollout } from './rollout'
import { RolloutPlan } from './rollout-plan'
import { SelectedControllers } from './selected-controllers'
import { selectionSummary } from './selection-summary'
import { sendDeployment } from './send-deployment.server'
import { orErrorPage } from './shared/fleet.server'
import { deploymentSiteOptions } from './site-options.server'
import { packageOffers, readWish } from './wishes'

export const handle = { title: (_, t) => t('main:deployment.new.title'), menu: 'deployments' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newDeployment', args.params)
  const reader = await readerFor(args, { capability: 'deploy.run' })
  const search = new URL(args.request.url).searchParams
  const choice = deviceSelectionIn(search)
  const catalogues = await reader.catalogues()
  const [selection, sites] = await Promise.all([
    orErrorPage(selectedDevices(choice, { call: reader.call, catalogues, place: at, change: 'packages.deploy' })),
    deploymentSiteOptions(reader, at),
  ])
  const t = translator(reader.language)
  const filter = parseFilter(search, deviceFields)
  const wishes = search.getAll('wish').filter((text) => readWish(text) !== null)
  return {
    at,
    isChosen: choice !== null,
    summary: selectionSummary(selection),
    tooMany: selection.tooMany,
    narrowHref: href(
      'customerDevices',
      at,
      choice?.kind === 'all' ? { ...deviceSelectionValues(choice), all: null } : {},
    ),
    form: {
      hidden: deviceSelectionValues(choice),
      offers: packageOffers(selection.devices, catalogues.packages),
      outdated: selection.devices.filter(({ packageStatus }) => packageStatus.outdated > 0).length,
      /** Preset by the URL: a retry of failed packages, or a link from another page. */
      wishes,
      update: search.get('update') === 'on',
      starts: startTimes(Date.now()),
    },
    chooser: {
      filter,
      options: filterOptions(catalogues, filter),
      sites,
      hidden: {
        ...(sites.length > 0 ? {} : { siteId: filter.siteId }),
        ...placesBelow(filter),
        wish: wishes,
      },
      devicesHref: href('customerDevices', at),
    },
    listHref: href('deployments', at),
    crumbs: [
      { name: t('main:view.deployments'), href: href('deployments', at) },
      { name: t('main:deployment.new.title'), href: href('newDeployment', at, deviceSelectionValues(choice)) },
    ],
    age: reader.age(),
  }
}

/** The form offers nothing below a site; a URL that names such a place keeps it. */
const placesBelow = ({ groupId, buildingId, spaceId }: DeviceFilter) => ({ groupId, buildingId, spaceId })

export async function action(args: ActionFunctionArgs) {
  const at = address('newDeployment', args.params)
  let rollout: PlannedRollout | null = null
  return mutate(args, {
    name: 'packages.deploy',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: DeploymentForm,
    async plan({ form, only, read, catalogues }) {
      rollout = await rolloutFor(form, at, { call: read, catalogues, only })
      return rollout.plan
    },
    async work(context) {
      if (!rollout) return undefined
      const { allowDowngrade, scheduledAt } = context.form
      const note = { ...(rollout.waiting > 0 && { held: rollout.waiting }), ...(scheduledAt && { scheduledAt }) }
      return sendDeployment(context, at, { rollout, allowDowngrade, scheduledAt, note })
    },
  })
}

export default function NewDeploymentPage() {
  const t = useT()
  const { summary, form, isChosen, tooMany, narrowHref, chooser, at, listHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  if (reply?.stage === 'plan') {
    return (
      <Stack>
        <PageHeader kind={t('main:deployment.new.title')} name={t('main:deployment.plan.title')} />
        <RolloutPlan reply={reply} cancelHref={listHref} csvHref={planCsvHref(at, reply)} />
      </Stack>
    )
  }
  const isEmpty = !isChosen || tooMany !== null || summary.total === 0
  return (
    <Stack>
      <PageHeader name={t('main:deployment.new.title')} />
      <ChangeSteps at="choose" />
      {tooMany && <TooManyNotice tooMany={tooMany} listHref={narrowHref} />}
      {!tooMany && isEmpty && isChosen && <NothingToDeployTo />}
      {!isEmpty && <SelectedControllers summary={summary} />}
      <Chooser chooser={withWishes(chooser, formIn(reply))} isOpen={isEmpty} />
      {!isEmpty && <PackagesForm data={form} reply={formIn(reply)} cancelHref={listHref} />}
    </Stack>
  )
}

/** Keeps the wishes of a returned form when other controllers are selected. */
function withWishes(chooser: ChooserData, reply: FormReply | undefined): ChooserData {
  const posted = [reply?.submission.initialValue?.wish ?? []].flat() as (string | undefined)[]
  const wish = posted.filter((text) => text)
  return wish.length > 0 ? { ...chooser, hidden: { ...chooser.hidden, wish: wish as string[] } } : chooser
}

/** The maximum number of controllers named one by one in a URL. */
const maxInUrl = 100

/** Returns the URL of the whole plan; null when it would name too many controllers or the plan is partial. */
function planCsvHref(at: ParamsFor<'newDeployment'>, { fields, only }: PlanReply): string | null {
  const isLong = fields.filter(([name]) => name.startsWith('device')).length > maxInUrl
  return isLong || only.length > 0 ? null : href('newDeploymentCsv', at, groupByName([...fields]))
}

/** Shown when none of the selected controllers exists any more. */
function NothingToDeployTo() {
  const t = useT()
  return (
    <Notice tone="warn" title={t('main:deployment.new.noneLeft')}>
      {t('main:deployment.new.noneLeftText')}
    </Notice>
  )
}
