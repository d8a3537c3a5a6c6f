/** A bulk action on people: selection, form and plan. */
import { type ChangeForm, useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { type ChangeReply, type FormReply, metaFields, type PlanReply } from '~/change/plan'
import { resume } from '~/change/resume'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn } from '~/change/use-reply'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Select, TextInput } from '~/ui/field'
import { Form, SubmitRow } from '~/ui/form'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { ChangeSteps } from '~/ui/steps'
import type { PeopleChangeData } from './bulk.server'
import { PeoplePlan } from './people-plan'

type Move = 'give' | 'take' | 'offboard' | 'delete'

interface Props {
  move: Move
  data: PeopleChangeData
  reply: ChangeReply | undefined
}

export function PeopleChangePage({ move, data, reply: posted }: Props) {
  const t = useT()
  const reply = posted?.stage === 'plan' ? posted : (data.firstPlan && resume(data.firstPlan, formIn(posted))) || posted
  return (
    <>
      <PageHeader
        name={t(`main:user.bulk.${move}.title`)}
        status={<span className="text-soft">{t(`main:user.bulk.${move}.intro`, { name: data.tenantName })}</span>}
      />
      {reply?.stage === 'plan' ? (
        <Stack>
          <Missing count={data.chosen.missing} />
          <BulkPlan move={move} data={data} reply={reply} />
        </Stack>
      ) : (
        <BulkForm move={move} data={data} reply={formIn(reply)} />
      )}
    </>
  )
}

function BulkPlan({ move, data, reply }: { move: Move; data: PeopleChangeData; reply: PlanReply }) {
  const t = useT()
  return (
    <PeoplePlan
      reply={reply}
      names={data}
      apply={(count) => t(`main:user.bulk.${move}.apply`, { count })}
      canEdit={data.firstPlan === null}
      look={move === 'give' ? 'primary' : 'danger'}
      cancelHref={href('users', data.at)}
    />
  )
}

function BulkForm({ move, data, reply }: { move: Move; data: PeopleChangeData; reply: FormReply | undefined }) {
  const t = useT()
  const { at, chosen: selected, tenantName } = data
  const change = useChangeForm(reply, { id: 'people', defaultValue: { role: 'user' } })
  if (selected.tooMany) return <TooManyNotice tooMany={selected.tooMany} listHref={data.listHref} />
  if (selected.things.length === 0) return <EmptySelection data={data} />
  const hidden = Object.fromEntries(selected.things.map(({ id }, index) => [`user[${index}]`, id]))
  return (
    <Stack>
      <ChangeSteps at="choose" />
      <ErrorSummary problems={change.problems} />
      <FormNotices reply={reply} />
      <Missing count={selected.missing} />
      <Section title={t('count.users', { count: selected.things.length })}>
        <ul className="columns-1 gap-8 sm:columns-2 lg:columns-3">
          {selected.things.map(({ id, name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </Section>
      <Section>
        <Form {...change.form} hidden={{ ...hidden, [metaFields.reason]: reply?.reason }}>
          <BulkFields move={move} change={change} tenantName={tenantName} />
          <SubmitRow label={t('action.review')} cancelHref={href('users', at)} />
        </Form>
      </Section>
    </Stack>
  )
}

function Missing({ count }: { count: number }) {
  const t = useT()
  if (count === 0) return null
  return (
    <Notice tone="warn" quiet>
      {t('main:user.bulk.missing', { count })}
    </Notice>
  )
}

/** The inputs of a role change; other actions have none. */
function BulkFields({ move, change, tenantName }: { move: Move; change: ChangeForm; tenantName: string }) {
  const t = useT()
  if (move !== 'give' && move !== 'take') return <p>{t('main:user.bulk.reviewFirst')}</p>
  return (
    <>
      <Select
        {...change.input('role')}
        label={t('main:user.roles.tenantRole', { name: tenantName })}
        hint={t(`main:user.bulk.${move}.hint`)}
        options={[
          { value: 'user', label: t('role.user') },
          { value: 'admin', label: t('role.admin') },
        ]}
      />
      {move === 'give' && (
        <TextInput
          {...change.input('until')}
          type="date"
          label={t('main:user.roles.until')}
          hint={t('main:user.roles.untilHint')}
          isOptional
        />
      )}
    </>
  )
}

function EmptySelection({ data: { at } }: { data: PeopleChangeData }) {
  const t = useT()
  const chooseLink = <ButtonLink href={href('users', at)}>{t('main:user.bulk.choose')}</ButtonLink>
  return (
    <EmptyState title={t('main:user.bulk.nobody')} actions={chooseLink}>
      {t('main:user.bulk.nobodyHint')}
    </EmptyState>
  )
}
