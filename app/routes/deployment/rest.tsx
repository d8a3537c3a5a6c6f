/** Going on with the controllers that a deployment holds back until its first ones are well. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { site } from '#contracts/site'
import { mutate } from '~/audit/mutate.server'
import type { Plan } from '~/audit/plan'
import { metaFields } from '~/audit/plan'
import { ProblemNotice } from '~/audit/plan-form'
import { formIn, useReply } from '~/audit/use-reply'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { TextArea } from '~/ui/field'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { ownCustomer } from '../own-customer.server'
import { type Canary, canaryOf } from './canary.server'
import { CanaryNotice, canaryShown } from './canary-notice'
import { carryOut } from './carry-out.server'
import { chosenDevices } from './chosen-devices.server'
import { asPage, deviceIdsIn } from './fleet.server'
import { planRollout, type Rollout } from './rollout'
import { RolloutPlan } from './rollout-plan'

export const handle = { title: (_, t) => t('main:deployment.rest.title'), menu: 'deployments' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deploymentRest', args.params)
  const page = await reader(args, { capability: 'deploy.run' })
  const [canary] = await Promise.all([asPage(canaryOf(page, at)), ownCustomer(page.read, at)])
  if (!canary) throw new Response(null, { status: 404 })
  const t = translator(page.language)
  return {
    canary: { ...canaryShown(page, at, canary), restHref: null },
    /** While the first are under way there is nothing to decide. */
    mayGoOn: canary.asked !== null && canary.state !== 'running' && !canary.goneOn,
    here: href('deploymentRest', at),
    backHref: href('deployment', at),
    crumbs: [
      { name: t('main:deployment.title'), href: href('deployments', at) },
      { name: t('entity.deployment'), href: href('deployment', at) },
      { name: t('main:deployment.rest.title'), href: href('deploymentRest', at) },
    ],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('deploymentRest', args.params)
  let rollout: Rollout | null = null
  let allowDowngrade = false
  return mutate(args, {
    name: 'packages.goOn',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: z.object({}),
    async plan({ read, catalogues, features }): Promise<Plan> {
      const canary = await canaryOf({ ask: read }, at)
      if (!canary?.asked) return { rows: [] }
      const [known, begun] = await Promise.all([catalogues(), deviceIdsIn({ ask: read }, at)])
      const { choice, ...asked } = canary.asked
      const chosen = await chosenDevices(choice, { ask: read, catalogues: known, features, place: at })
      const devices = chosen.devices.filter(({ id }) => !begun.has(id))
      const planned = planRollout({ ...chosen, ...asked, devices, packages: known.packages, first: null })
      rollout = planned
      allowDowngrade = asked.allowDowngrade
      return judged(planned.plan, canary)
    },
    async work({ write, ended }) {
      const operationIds = await carryOut(rollout?.batches ?? [], {
        send: ({ operations, deviceIds }) => write(site.deploy, { body: { operations, allowDowngrade } }, deviceIds),
        ended,
      })
      const [only] = operationIds
      return only && operationIds.length === 1 ? href('deployment', { ...at, operationId: only }) : undefined
    },
  })
}

/** What the first controllers mean for the rest: nothing goes while they run, a reason is asked where they failed. */
function judged(plan: Plan, { state }: Canary): Plan {
  if (state === 'running') {
    const rows = plan.rows.map((row) =>
      row.effect === 'change'
        ? { ...row, effect: 'skip' as const, because: 'main:deployment.skip.canaryRunning' }
        : row,
    )
    return { ...plan, rows }
  }
  if (state === 'well') return plan
  return { ...plan, needsReason: true, notes: ['main:deployment.rest.anyway', ...(plan.notes ?? [])] }
}

export default function DeploymentRestPage() {
  const t = useT()
  const { canary, mayGoOn, here, backHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  if (reply?.stage === 'plan') {
    return (
      <Stack>
        <PageHeader kind={t('main:deployment.rest.title')} name={t('main:deployment.plan.title')} />
        <RolloutPlan reply={reply} cancelHref={backHref} canEdit={false} />
      </Stack>
    )
  }
  const form = formIn(reply)
  return (
    <Stack>
      <PageHeader name={t('main:deployment.rest.title')} />
      <ProblemNotice problem={form?.problem ?? null} />
      <CanaryNotice canary={canary} />
      {mayGoOn && (
        <Section>
          <Form action={here} hidden={{ [metaFields.key]: form?.key }}>
            <TextArea
              name={metaFields.reason}
              label={t('field.reason')}
              hint={t('main:deployment.rest.reasonHint')}
              isOptional={canary.state === 'well'}
              rows={2}
              maxLength={500}
              defaultValue={form?.reason}
            />
            <SubmitRow
              label={t('main:deployment.rest.review', { count: canary.held })}
              name={metaFields.stage}
              value="plan"
              cancelHref={backHref}
            />
          </Form>
        </Section>
      )}
    </Stack>
  )
}
