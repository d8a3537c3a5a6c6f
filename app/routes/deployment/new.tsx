/** Deploys packages to many controllers: selection, plan per controller, deployment (domain §7.1). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import type { FormReply, PlanReply } from '~/change/plan'
import { grouped } from '~/change/posted'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { startsFrom } from '~/domain/deployment-start'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import type { ParamsFor } from '~/paths'
import { filterIn } from '~/screens/list/filter'
import { asPage } from '~/things/deployment/fleet.server'
import { choiceIn, choiceValues } from '~/things/device/choice'
import { chosenDevices } from '~/things/device/chosen-devices.server'
import { type DeviceFilter, deviceFields } from '~/things/device/filter'
import { filterOptions } from '~/things/device/filter-options'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { Steps } from '~/ui/steps'
import { carryOut } from './carry-out.server'
import { Chooser, type ChooserShown } from './chooser'
import { ChosenControllers } from './chosen-controllers'
import { chosenSummary } from './chosen-summary'
import { DeploymentForm } from './form'
import { PackagesForm } from './packages-form'
import { planOf } from './plan.server'
import type { Rollout } from './rollout'
import { RolloutPlan } from './rollout-plan'
import { sitesToChoose } from './sites-to-choose.server'
import { offersFor, readWish } from './wishes'

export const handle = { title: (_, t) => t('main:deployment.new.title'), menu: 'deployments' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newDeployment', args.params)
  const page = await reader(args, { capability: 'deploy.run' })
  const search = new URL(args.request.url).searchParams
  const choice = choiceIn(search)
  const catalogues = await page.catalogues()
  const [chosen, sites] = await Promise.all([
    asPage(chosenDevices(choice, { ask: page.ask, catalogues, place: at, change: 'packages.deploy' })),
    sitesToChoose(page, at),
  ])
  const t = translator(page.language)
  const filter = filterIn(search, deviceFields)
  const wishes = search.getAll('wish').filter((text) => readWish(text) !== null)
  return {
    at,
    isChosen: choice !== null,
    summary: chosenSummary(chosen),
    tooMany: chosen.tooMany,
    narrowHref: href('customerDevices', at, choice?.kind === 'all' ? { ...choiceValues(choice), all: null } : {}),
    form: {
      hidden: choiceValues(choice),
      offers: offersFor(chosen.devices, catalogues.packages),
      outdated: chosen.devices.filter(({ packageStatus }) => packageStatus.outdated > 0).length,
      /** Preset by the URL: a retry of failed packages, or a link from another page. */
      wishes,
      update: search.get('update') === 'on',
      starts: startsFrom(Date.now()),
    },
    chooser: {
      filter,
      options: filterOptions(catalogues, filter),
      sites,
      keep: {
        ...(sites.length > 0 ? {} : { siteId: filter.siteId }),
        ...placesBelow(filter),
        wish: wishes,
      },
      devicesHref: href('customerDevices', at),
    },
    listHref: href('deployments', at),
    crumbs: [
      { name: t('main:view.deployments'), href: href('deployments', at) },
      { name: t('main:deployment.new.title'), href: href('newDeployment', at, choiceValues(choice)) },
    ],
    age: page.age(),
  }
}

/** The form offers nothing below a site; a URL that names such a place keeps it. */
const placesBelow = ({ groupId, buildingId, spaceId }: DeviceFilter) => ({ groupId, buildingId, spaceId })

export async function action(args: ActionFunctionArgs) {
  const at = address('newDeployment', args.params)
  let rollout: Rollout | null = null
  return mutate(args, {
    name: 'packages.deploy',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: DeploymentForm,
    async plan({ form, only, read, catalogues }) {
      rollout = await planOf(form, at, { ask: read, catalogues, only })
      return rollout.plan
    },
    async work(desk) {
      if (!rollout) return undefined
      const { allowDowngrade, scheduledAt } = desk.form
      const note = { ...(rollout.held > 0 && { held: rollout.held }), ...(scheduledAt && { scheduledAt }) }
      return carryOut(desk, at, { rollout, allowDowngrade, scheduledAt, note })
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
      <Steps at="choose" />
      {tooMany && <TooManyNotice tooMany={tooMany} listHref={narrowHref} />}
      {!tooMany && isEmpty && isChosen && <NothingToDeployTo />}
      {!isEmpty && <ChosenControllers summary={summary} />}
      <Chooser chooser={keepingWishes(chooser, formIn(reply))} isOpen={isEmpty} />
      {!isEmpty && <PackagesForm data={form} reply={formIn(reply)} cancelHref={listHref} />}
    </Stack>
  )
}

/** Keeps the wishes of a returned form when other controllers are selected. */
function keepingWishes(chooser: ChooserShown, reply: FormReply | undefined): ChooserShown {
  const filled = [reply?.submission.initialValue?.wish ?? []].flat() as (string | undefined)[]
  const wish = filled.filter((text) => text)
  return wish.length > 0 ? { ...chooser, keep: { ...chooser.keep, wish: wish as string[] } } : chooser
}

/** The maximum number of controllers named one by one in a URL. */
const mostInAddress = 100

/** Returns the URL of the whole plan; null when it would name too many controllers or the plan is partial. */
function planCsvHref(at: ParamsFor<'newDeployment'>, { fields, only }: PlanReply): string | null {
  const isLong = fields.filter(([name]) => name.startsWith('device')).length > mostInAddress
  return isLong || only.length > 0 ? null : href('newDeploymentCsv', at, grouped([...fields]))
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
