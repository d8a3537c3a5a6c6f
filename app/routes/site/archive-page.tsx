/** The consequence page of taking a site out of use, and of taking it back. */
import { FormNotices } from '~/change/form-notices'
import { type ChangeReply, metaFields, type PlanReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { formIn } from '~/change/use-reply'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Form, SubmitRow } from '~/ui/form'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'

export function ArchivePage({
  name,
  change,
  isDone,
  reply,
  cancelHref,
}: {
  name: string
  change: 'archive' | 'restore'
  /** Whether the site is so already. */
  isDone: boolean
  reply: ChangeReply | undefined
  cancelHref: string
}) {
  const t = useT()
  return (
    <Stack>
      <PageHeader kind={t('entity.site')} name={t(`main:site.${change}.title`, { name })} />
      {reply?.stage === 'plan' ? (
        <PlanForm
          reply={inWords(t, reply)}
          words={{
            caption: t(`main:site.${change}.title`, { name }),
            subjectTitle: t('entity.site'),
            apply: t(`main:change.site.${change}`),
            text: () => t('main:site.archived'),
          }}
          canEdit={false}
          cancelHref={cancelHref}
        />
      ) : (
        <>
          <FormNotices reply={formIn(reply)} />
          <Section>
            <Form hidden={{ [metaFields.reason]: formIn(reply)?.reason }}>
              <Notice tone="info" quiet>
                {t(isDone ? `main:site.${change}.already` : `main:site.${change}.text`)}
              </Notice>
              {!isDone && <SubmitRow label={t('action.review')} cancelHref={cancelHref} />}
            </Form>
          </Section>
        </>
      )}
    </Stack>
  )
}

/** The plan with its yes and no in words; the hash it carries stays that of the plan. */
function inWords(t: Translate, reply: PlanReply): PlanReply {
  const word = (value: string | null) => value && t(`word.${value as 'yes' | 'no'}`)
  const rows = reply.plan.rows.map((row) => ({
    ...row,
    fields: row.fields.map(({ name, from, to }) => ({ name, from: word(from), to: word(to) })),
  }))
  return { ...reply, plan: { ...reply.plan, rows } }
}
