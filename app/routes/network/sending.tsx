/** Sending saved network settings to controllers: the plan, then the send; those that are offline wait (domain §5.3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { deviceConfiguration } from '#contracts/device-configuration'
import { site } from '#contracts/site'
import { mutate } from '~/audit/mutate.server'
import { PlanForm } from '~/audit/plan-form'
import { TakenUpForm } from '~/audit/taken-up-form'
import { formIn, useReply } from '~/audit/use-reply'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { crumbsOf } from '../crumbs'
import { leadOnPosted } from '../lead-on.server'
import { atRightAddress } from '../right-address.server'
import { settingText } from './fields'
import { SendChoice, sendPlan } from './send-plan.server'

export const handle = { title: (_, t) => t('main:send.title'), menu: 'customer' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteNetworkSending', args.params)
  const made = await reader(args, { capability: 'config.send' })
  const loading = made.read(site.getSite, { path: { id: at.siteId } })
  const { node, path } = await atRightAddress(
    { reader: made, name: 'siteNetworkSending', at, request: args.request },
    loading,
  )
  const t = translator(made.language)
  const self = { id: node.id, name: node.name, type: 'site' as const }
  return {
    at,
    siteName: node.name,
    crumbs: [
      ...crumbsOf(at, [...path, self], { name: t('main:network.board.crumb'), href: href('siteNetwork', at) }),
      { name: t('main:send.crumb'), href: href('siteNetworkSending', at) },
    ],
    age: made.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('siteNetworkSending', args.params)
  await leadOnPosted(args.request, { settings: href('siteNetworkSettings', at) })
  return mutate(args, {
    name: 'configuration.send',
    about: { kind: 'site', id: at.siteId, name: at.siteId },
    form: SendChoice,
    plan: (desk) => sendPlan(desk, at),
    async work({ plan, write, changeId }) {
      const deviceIds = plan.rows.filter(({ effect }) => effect === 'change').map(({ subject }) => subject.id)
      await write(deviceConfiguration.send, { body: { deviceIds, configurationTypes: ['network'] } })
      return href('siteNetwork', at, { change: changeId })
    },
  })
}

export default function Sending() {
  const t = useT()
  const { at, siteName } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <>
      <PageHeader kind={<bdi>{siteName}</bdi>} name={t('main:send.title')} />
      {reply?.stage === 'plan' ? (
        <PlanForm
          reply={reply}
          words={{
            caption: t('main:send.plan.caption'),
            subjectTitle: t('entity.device'),
            apply: t('main:send.plan.apply', {
              count: reply.plan.rows.filter(({ effect }) => effect === 'change').length,
            }),
            text: (key) => settingText(t, key) ?? t(key as 'main:send.plan.state'),
          }}
          cancelHref={href('siteNetwork', at)}
          canEdit={false}
        />
      ) : (
        <Stack>
          <ErrorSummary
            problems={{ '': Object.values(formIn(reply)?.submission.error ?? {}).flatMap((keys) => keys ?? []) }}
          />
          <TakenUpForm reply={formIn(reply)} />
          <Section>
            <EmptyState
              title={t('main:send.explain')}
              actions={
                <ButtonLink look="primary" href={href('siteNetwork', at)}>
                  {t('main:send.board')}
                </ButtonLink>
              }
            >
              {t('main:send.explainText')}
            </EmptyState>
          </Section>
        </Stack>
      )}
    </>
  )
}
