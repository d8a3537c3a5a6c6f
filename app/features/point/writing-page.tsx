/** The page of one kind of write, or of a release: description, inputs and reason. */
import type { ReactNode } from 'react'
import { useChangeForm } from '~/change/change-form'
import { EditForm } from '~/change/edit-form'
import { metaFields } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { DurationFields, ValueField } from './write-fields'
import type { WritingData } from './writing.server'

/** The names of the pages; each has its own texts. */
export type WritingName =
  | 'pointOverride'
  | 'pointHold'
  | 'pointValue'
  | 'pointEmergency'
  | 'pointAutomatic'
  | 'pointEmergencyEnd'
  | 'pointValueRelease'

/** A write that is applied by its first POST. */
export function WritingPage({
  name,
  data,
  isTimed = false,
}: {
  name: WritingName
  data: WritingData
  isTimed?: boolean
}) {
  const { inputs } = data
  const defaults = { pointValue: inputs.now, ...(isTimed && { duration: '1', unit: 'hours' }) }
  return (
    <WritingFrame name={name} data={data}>
      <WritingForm name={name} data={data} defaults={defaults} reasonAsked>
        {(input) => (
          <>
            <ValueField inputs={inputs} input={input} />
            {isTimed && <DurationFields inputs={inputs} input={input} />}
          </>
        )}
      </WritingForm>
    </WritingFrame>
  )
}

/** Releases a level: the only input is an optional reason. */
export function ReleasePage({ name, data }: { name: WritingName; data: WritingData }) {
  return (
    <WritingFrame name={name} data={data}>
      <WritingForm name={name} data={data} defaults={{}}>
        {() => null}
      </WritingForm>
    </WritingFrame>
  )
}

export function WritingFrame({ name, data, children }: { name: WritingName; data: WritingData; children: ReactNode }) {
  const t = useT()
  return (
    <Stack>
      <PageHeader kind={<bdi>{data.row.name}</bdi>} name={t(`main:point.writing.${name}.title`)} />
      <p>{t(`main:point.writing.${name}.text`)}</p>
      {data.current !== null && (
        <Notice tone="info" quiet>
          {data.currentBy
            ? t('main:point.writing.heldBy', { value: data.current, by: data.currentBy })
            : t('main:point.writing.held', { value: data.current })}
        </Notice>
      )}
      {children}
    </Stack>
  )
}

function WritingForm({
  name,
  data,
  defaults,
  reasonAsked = false,
  children,
}: {
  name: WritingName
  data: WritingData
  defaults: Record<string, string>
  reasonAsked?: boolean
  children: (input: ReturnType<typeof useChangeForm>['input']) => ReactNode
}) {
  const t = useT()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id: 'write', defaultValue: defaults })
  const labels = useWriteLabels()
  return (
    <Section>
      <EditForm
        form={form}
        reply={reply}
        formKey={data.formKey}
        original={null}
        hidden={{ seen: data.seen }}
        submit={t(`main:point.writing.${name}.submit`)}
        cancelHref={data.cancelHref}
        reasonAsked={reasonAsked}
        fieldLabel={(field) => labels[field] ?? field}
      >
        {children(form.input)}
      </EditForm>
    </Section>
  )
}

/** Returns the labels of the inputs for the error summary. */
export function useWriteLabels(): Readonly<Record<string, string>> {
  const t = useT()
  return {
    pointValue: t('main:point.writing.value'),
    duration: t('main:point.writing.duration'),
    unit: t('main:point.writing.timeUnit'),
    [metaFields.reason]: t('field.reason'),
  }
}
