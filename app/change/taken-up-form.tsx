/** A change whose page has no fields of its own, taken up again where its form was kept or handed back (promise S6). */
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { FormNotices } from './form-notices'
import { type FormReply, metaFields } from './plan'
import { grouped, textsIn } from './posted'

/** What stopped it, and a button that plans it once more: none when nothing was chosen, or it was wrong. */
export function TakenUpForm({ reply }: { reply: FormReply | undefined }) {
  const t = useT()
  const fields = reply?.submission.error ? [] : textsIn(reply?.submission.initialValue)
  return (
    <>
      <FormNotices reply={reply} />
      {fields.length > 0 && (
        <Form hidden={{ ...grouped(fields), [metaFields.reason]: reply?.reason }}>
          <div>
            <Button look="primary">{t('main:draft.review')}</Button>
          </div>
        </Form>
      )}
    </>
  )
}
