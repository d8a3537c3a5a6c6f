/** Continues a deployment with the controllers that wait for the first ones. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import type { Plan } from '~/change/plan'
import { metaFields } from '~/change/plan'
import { ProblemNotice } from '~/change/plan-form'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { TextArea } from '~/ui/field'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { canaryOf } from './canary.server'
import { CanaryNotice, canaryStatus } from './canary-notice'
import { remainingRollout } from './plan.server'
import { RolloutPlan } from './rollout-plan'
import { sendDeployment } from './send-deployment.server'
import { orErrorPage } from './shared/fleet.server'

export const handle = { title: (_, t) => t('main:deployment.rest.title'), menu: 'deployments' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deploymentRest', args.params)
  const reader = await readerFor(args, { capability: 'deploy.run' })
  const [canary] = await Promise.all([orErrorPage(canaryOf(reader, at)), ownCustomer(reader.read, at)])
  if (!canary) throw new Response(null, { status: 404 })
  const t = translator(reader.language)
  return {
    canary: { ...canaryStatus(reader, at, canary), restHref: null },
    /** There is nothing to decide while the first controllers are in progress. */
    mayGoOn: canary.input !== null && canary.state !== 'running' && !canary.continuation,
    here: href('deploymentRest', at),
    backHref: href('deployment', at),
    csvHref: href('deploymentRestCsv', at),
    crumbs: [
      { name: t('main:view.deployments'), href: href('deployments', at) },
      { name: t('entity.deployment'), href: href('deployment', at) },
      { name: t('main:deployment.rest.title'), href: href('deploymentRest', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('deploymentRest', args.params)
  let rest: Awaited<ReturnType<typeof remainingRollout>> = null
  return mutate(args, {
    name: 'packages.goOn',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: z.object({}),
    async plan({ only, read, catalogues }): Promise<Plan> {
      rest = await remainingRollout(at, { call: read, catalogues, only })
      return rest?.plan ?? { rows: [] }
    },
    async work(context) {
      if (!rest) return undefined
      return sendDeployment(context, at, {
        rollout: rest,
        allowDowngrade: rest.allowDowngrade,
        note: { after: at.operationId },
      })
    },
  })
}

export default function DeploymentRestPage() {
  const t = useT()
  const { canary, mayGoOn, here, backHref, csvHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  if (reply?.stage === 'plan') {
    return (
      <Stack>
        <PageHeader kind={t('main:deployment.rest.title')} name={t('main:deployment.plan.title')} />
        <RolloutPlan
          reply={reply}
          cancelHref={backHref}
          csvHref={reply.only.length > 0 ? null : csvHref}
          canEdit={false}
        />
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
              label={t('main:deployment.rest.review', { count: canary.waiting })}
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
