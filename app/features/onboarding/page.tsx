/** The onboarding of one controller: availability, label, progress, and the cause of a failure (domain §6.1, §6.2). */
import { type ActionFunctionArgs, data, type HeadersArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import type { OnboardingStatus } from '#contracts/onboarding'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { FormNotices } from '~/change/form-notices'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { metaFields } from '~/change/plan'
import { serviceProblemText } from '~/change/problem-text'
import { formIn, useReply } from '~/change/use-reply'
import { config } from '~/config.server'
import { propertyText } from '~/domain/device'
import { canRemove, canStart, isUnderWay } from '~/domain/onboarding'
import { controllerAt } from '~/features/device/shared/controller.server'
import { DeviceHeader } from '~/features/device/shared/header'
import { TestResultPanel, toTestResult } from '~/features/device/shared/test-result'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { isAutoRefreshed, refreshHeader } from '~/kit/frame/refresh'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Columns, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Refresh, refreshSeconds } from '~/ui/refresh'
import { OnboardForm } from './onboard-form'
import { onboardingPlan } from './onboarding-plan.server'
import { DetectedHardware, OnboardingBadge, OnboardingNotice, OnboardingRequest } from './record'
import { OnboardingSteps } from './steps'

export const handle = {
  title: (page, t) => t('main:onboarding.titleOf', { name: page.heading.name }),
  menu: 'onboarding',
} satisfies PageHandle<typeof loader>

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceOnboarding', args.params)
  const reader = await readerFor(args, { view: 'onboarding' })
  const { panel, may } = reader
  const search = new URL(args.request.url).searchParams
  const isTested = search.get('test') === '1' && may('device.test')
  const [{ device, heading, timeZone, crumbs }, record, testResult] = await Promise.all([
    controllerAt(reader, { name: 'deviceOnboarding', at, request: args.request }),
    panel(site.getOnboarding, { path: { id: at.deviceId } }),
    isTested ? panel(site.testOnboardingAvailability, { body: { deviceIds: [at.deviceId] } }) : null,
  ])
  const status = record.ok ? record.value.status : null
  const isRunning = status !== null && isUnderWay(status)
  const isOffered = may('device.onboard') && status !== null && canStart(status)
  const isAuto = isRunning && isAutoRefreshed(search)
  const label = device.additionalProperties ?? {}
  const ownHref = href('deviceOnboarding', at)
  const autoHref = href('deviceOnboarding', at, { auto: refreshSeconds })
  return data(
    {
      heading,
      timeZone,
      crumbs: [...crumbs, { name: translator(reader.language)('main:view.onboarding'), href: ownHref }],
      record,
      testResult: toTestResult(testResult, ({ deviceOnboardingAvailability: { available, reason, timestamp } }) => ({
        isOk: available,
        reason,
        at: timestamp,
      })),
      hostId: search.get('host')?.slice(0, 100) || device.hostId || propertyText(label.$labelHostId ?? ''),
      // The activation code proves presence at the controller: it is shown in evaluation mode only, without hardware.
      labelCode: isOffered && config().evaluation ? propertyText(label.$activationCode ?? '') : '',
      isOffered,
      formKey: newKey(),
      refreshKey: newKey(),
      isRunning,
      isAuto,
      links: {
        here: ownHref,
        auto: autoHref,
        test: may('device.test') ? href('deviceOnboarding', at, { test: 1 }) : null,
        device: href('device', at),
        find: href('customerOnboarding', at),
        remove:
          may('device.onboard') && status !== null && canRemove(status) ? href('deviceOnboardingRemoval', at) : null,
        refresh: may('device.test') && status === 'onboarded' ? href('deviceStateRequest', at) : null,
      },
      age: reader.age(),
    },
    isAuto ? { headers: refreshHeader(autoHref) } : {},
  )
}

/** The data printed on the label of a controller. */
const LabelForm = z.object({ hostId: z.string().trim().max(100), activationCode: z.string().trim().max(40) })

export async function action(args: ActionFunctionArgs) {
  const at = address('deviceOnboarding', args.params)
  return mutate(args, {
    name: 'device.onboard',
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    options: { isDirect: true },
    form: LabelForm,
    plan: (desk) => onboardingPlan(desk, at.deviceId),
    async work({ form, write }) {
      await write(site.onboardDevice, { path: { id: at.deviceId }, body: form }, [at.deviceId])
      return href('deviceOnboarding', at)
    },
  })
}

export default function OnboardingPage() {
  const t = useT()
  const { heading, record, testResult, links, isOffered, isRunning, isAuto, timeZone } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const zone = timeZone ?? undefined
  const isRemoved = record.ok && record.value.status === 'removed'
  const hasStarted = !record.ok || record.value.status !== 'notOnboarded'
  const availability = (
    <Section title={t('main:onboarding.availability')}>
      <TestResultPanel
        result={testResult}
        titles={{ ok: t('main:onboarding.available'), failed: t('main:onboarding.unavailable') }}
        initialText={t('main:onboarding.untested')}
        testHref={links.test}
        timeZone={zone}
      />
    </Section>
  )
  return (
    <Stack>
      <DeviceHeader
        device={heading}
        view="onboarding"
        status={record.ok && needsBadge(record.value.status) && <OnboardingBadge status={record.value.status} />}
        actions={links.remove && <ButtonLink href={links.remove}>{t('main:onboarding.remove')}</ButtonLink>}
      />
      {!isOffered && <FormNotices reply={reply} />}
      {record.ok && <OnboardingNotice record={record.value} links={links} />}
      <Columns>
        <Stack>
          {isOffered && availability}
          {isOffered && <BeginOnboarding />}
          {hasStarted && (
            <Section
              title={isRemoved ? t('main:onboarding.stepsBefore') : t('main:onboarding.steps')}
              aside={isRunning && <Refresh href={links.here} autoHref={links.auto} isAuto={isAuto} />}
              flush={record.ok}
            >
              {record.ok ? (
                <OnboardingSteps steps={record.value.steps} name={heading.name} timeZone={zone} />
              ) : (
                <Unavailable detail={serviceProblemText(t, record.problem)} />
              )}
            </Section>
          )}
        </Stack>
        <Stack>
          {!isOffered && availability}
          {record.ok && hasStarted && (
            <>
              <Section title={t('main:onboarding.request')}>
                <OnboardingRequest record={record.value} timeZone={zone} />
              </Section>
              {record.value.device && (
                <Section title={t('main:onboarding.found')}>
                  <DetectedHardware record={record.value} timeZone={zone} />
                </Section>
              )}
            </>
          )}
          <RequestState />
        </Stack>
      </Columns>
    </Stack>
  )
}

/** Whether the status needs a badge: the header of a controller already shows the other ones. */
function needsBadge(status: OnboardingStatus): boolean {
  return status !== 'notOnboarded' && status !== 'onboarded' && status !== 'removed'
}

function BeginOnboarding() {
  const t = useT()
  const { hostId, labelCode, formKey, links, record } = useLoaderData<typeof loader>()
  const isRetry = record.ok && record.value.status === 'failed'
  return (
    <Section title={isRetry ? t('main:onboarding.again') : t('main:onboarding.begin')}>
      <OnboardForm hostId={hostId} labelCode={labelCode} formKey={formKey} cancelHref={links.find} isRetry={isRetry} />
    </Section>
  )
}

/** Requests the state of an onboarded controller; the next page reads it again after five seconds. */
function RequestState() {
  const t = useT()
  const { links, refreshKey } = useLoaderData<typeof loader>()
  if (!links.refresh) return null
  return (
    <Section title={t('main:onboarding.state.title')}>
      <Form action={links.refresh} hidden={{ [metaFields.stage]: 'apply', [metaFields.key]: refreshKey }}>
        <p>{t('main:onboarding.state.text')}</p>
        <div>
          <Button>{t('main:onboarding.state.ask')}</Button>
        </div>
      </Form>
    </Section>
  )
}
