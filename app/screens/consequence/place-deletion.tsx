/** The consequence page of a deletion: what goes with a place, its name to type, then the plan (design §12, danger). */
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import type { ChangeReply, FormReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { formIn } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { ErrorSummary } from '~/ui/error-summary'
import { TextInput } from '~/ui/field'
import { Form, SubmitRow } from '~/ui/form'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'

/** How much is in a place; what is not known is left out. */
export interface Inside {
  sites?: number | undefined
  buildings?: number | undefined
  spaces?: number | undefined
  devices?: number | undefined
  tunnels?: number | undefined
}

interface Deletion {
  kind: 'group' | 'site' | 'building' | 'space'
  name: string
  inside: Inside
  /** Whether the name has to be typed. */
  isNameAsked: boolean
  cancelHref: string
}

export function PlaceDeletion({ place, reply }: { place: Deletion; reply: ChangeReply | undefined }) {
  const t = useT()
  const { kind, name, cancelHref } = place
  return (
    <Stack>
      <PageHeader kind={t(`entity.${kind}`)} name={t('main:site.deletion.title', { name })} />
      {reply?.stage === 'plan' ? (
        <PlanForm
          reply={reply}
          words={{
            caption: t('main:site.deletion.plan', { name }),
            subjectTitle: t(`entity.${kind}`),
            apply: t('main:site.deletion.apply', { name }),
            text: (key) => (key === 'name' ? t('field.name') : t(`main:site.deletion.inside.${key as keyof Inside}`)),
          }}
          look="danger"
          canEdit={place.isNameAsked}
          cancelHref={cancelHref}
        />
      ) : (
        <Consequences place={place} reply={formIn(reply)} />
      )}
    </Stack>
  )
}

function Consequences({ place, reply }: { place: Deletion; reply: FormReply | undefined }) {
  const t = useT()
  const { kind, name, inside, isNameAsked, cancelHref } = place
  const form = useChangeForm(reply, { id: 'deletion', defaultValue: {} })
  const going = (Object.entries(inside) as [keyof Inside, number | undefined][]).flatMap(([key, count]) =>
    count ? [{ key, count }] : [],
  )
  const keeps = kind === 'group'
  return (
    <>
      <ErrorSummary problems={form.problems} />
      <FormNotices reply={reply} />
      <Section>
        <Form {...form.form}>
          <Notice tone={keeps ? 'info' : 'warn'} quiet title={t(`main:site.deletion.${keeps ? 'keeps' : 'warning'}`)}>
            {going.length > 0 ? (
              <>
                <p>{t(`main:site.deletion.${keeps ? 'keepsText' : 'goes'}`)}</p>
                <ul className="list-disc ps-5">
                  {going.map(({ key, count }) => (
                    <li key={key}>
                      {key === 'tunnels' ? t('main:site.deletion.tunnels', { count }) : t(`count.${key}`, { count })}
                    </li>
                  ))}
                </ul>
              </>
            ) : (
              t('main:site.deletion.empty')
            )}
          </Notice>
          {isNameAsked && (
            <TextInput
              label={t('main:site.deletion.confirm')}
              hint={t('main:site.deletion.confirmHint', { name })}
              autoComplete="off"
              maxLength={200}
              {...form.input('confirmName')}
            />
          )}
          <SubmitRow label={t('action.review')} cancelHref={cancelHref} />
        </Form>
      </Section>
    </>
  )
}
