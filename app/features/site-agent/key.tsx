/**
 * A key for a site agent. The page makes one for each visit and shows it; only its hash is sent and stored, so that the
 * key exists nowhere else. A form that comes back is about the key that was copied from it, never about another one.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { site as contract } from '#contracts/site'
import { FormNotices } from '~/change/form-notices'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { type FormReply, metaFields } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { type Confirmation, confirmationData } from '~/kit/confirmation/confirmation.server'
import { entitySubject, entitySubjectAt } from '~/kit/edit/thing.server'
import { Button } from '~/ui/button'
import { CopyButton } from '~/ui/copy'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { type SiteAgentEntity, siteAgentThing } from './thing.server'

export const handle = {
  title: ({ name }, t) => t('main:siteAgent.key.title', { name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

const keyHashPattern = /^[\w-]{43}$/

const KeyForm = z.object({
  keyHash: z.string().regex(keyHashPattern, { error: 'errors:form.invalid' }),
  /** When the key that this one replaces was issued, as the page said; '' for none. */
  replaced: z.string().max(100).default(''),
})

type KeyForm = z.infer<typeof KeyForm>

const issue: Confirmation<'siteAgent', SiteAgentEntity, KeyForm> = {
  change: 'siteAgent.key',
  thing: siteAgentThing,
  page: 'siteAgentKey',
  form: KeyForm,
  plan(agent, { form: { replaced } }) {
    if (replaced !== (agent.keyIssuedAt ?? '')) return { rows: [], errors: { '': ['errors:siteAgent.keyChanged'] } }
    const { eTag: version } = agent
    const subject = entitySubject('siteAgent', agent)
    return { rows: [{ subject, version, effect: 'change', fields: [], before: null, after: null }] }
  },
  async send({ form: { keyHash }, write, changeId }, { at, version: eTag }) {
    await write(contract.setSiteAgentKey, { path: { id: at.siteAgentId }, body: { keyHash, eTag } })
    return href('siteAgent', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { now, data } = await confirmationData(args, issue, (t) => t('main:siteAgent.key.one'))
  const secret = randomBytes(32).toString('base64url')
  return {
    ...data,
    formKey: newKey(),
    here: href('siteAgentKey', address('siteAgentKey', args.params)),
    hasKey: now.state !== 'keyless',
    replaced: now.keyIssuedAt ?? '',
    key: `${now.id}.${secret}`,
    keyHash: createHash('sha256').update(secret).digest('base64url'),
  }
}

/** The key was shown with the form, so there is no second page between. */
export function action(args: ActionFunctionArgs) {
  const at = address('siteAgent', args.params)
  return mutate(args, {
    name: issue.change,
    about: entitySubjectAt('siteAgent', at),
    options: { isDirect: true },
    form: KeyForm,
    plan: async (context) => issue.plan(await siteAgentThing.load(context, at), context, at),
    work: (context) => issue.send(context, { at, version: context.plan.rows[0]?.version }),
  })
}

export default function SiteAgentKeyPage() {
  const t = useT()
  const { name, key, keyHash, replaced, formKey, hasKey, here, cancelHref } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const copiedHash = copiedIn(reply)
  return (
    <Stack>
      <PageHeader kind={t('entity.siteAgent')} name={t('main:siteAgent.key.title', { name })} />
      <FormNotices reply={reply} />
      <ErrorSummary problems={{ '': Object.values(reply?.submission.error ?? {}).flatMap((keys) => keys ?? []) }} />
      {hasKey && (
        <Notice tone="warn" quiet title={t('main:siteAgent.key.replaces')}>
          {t('main:siteAgent.key.replacesText')}
        </Notice>
      )}
      <Section title={t('main:siteAgent.key.one')}>
        <Stack>
          {copiedHash ? (
            <p>
              {t('main:siteAgent.key.copied')} <A href={here}>{t('main:siteAgent.key.another')}</A>
            </p>
          ) : (
            <>
              <p className="flex flex-wrap items-center gap-2">
                <code className="break-all select-all">{key}</code>
                <CopyButton text={key} label={t('main:siteAgent.key.one')} />
              </p>
              <p>{t('main:siteAgent.key.text')}</p>
            </>
          )}
          <Form
            hidden={{
              keyHash: copiedHash ?? keyHash,
              replaced,
              [metaFields.stage]: 'apply',
              [metaFields.key]: reply?.key ?? formKey,
            }}
          >
            <div className="flex flex-wrap items-center gap-4">
              <Button look="primary">
                {t(copiedHash ? 'main:siteAgent.key.useCopied' : 'main:siteAgent.key.use')}
              </Button>
              <A href={cancelHref}>{t('action.cancel')}</A>
            </div>
          </Form>
        </Stack>
      </Section>
    </Stack>
  )
}

/** Returns the hash of the key that was copied from the form that came back; null where no form of ours wrote it. */
function copiedIn(reply: FormReply | undefined): string | null {
  const keyHash = reply?.submission.initialValue?.keyHash
  return typeof keyHash === 'string' && keyHashPattern.test(keyHash) ? keyHash : null
}
