/** Resumes a change whose page has no fields of its own, after its form was stored or returned (promise S6). */
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { FormNotices } from './form-notices'
import { type FormReply, metaFields } from './plan'
import { groupByName, namedTexts } from './posted'

/**
 * Shows why it was not applied, and a button that plans it again: none when nothing was selected, or the form was
 * invalid.
 */
export function ResumedForm({ reply }: { reply: FormReply | undefined }) {
  const t = useT()
  const fields = reply?.submission.error ? [] : namedTexts(reply?.submission.initialValue)
  return (
    <>
      <FormNotices reply={reply} />
      {fields.length > 0 && (
        <Form hidden={{ ...groupByName(fields), [metaFields.reason]: reply?.reason }}>
          <div>
            <Button look="primary">{t('main:draft.review')}</Button>
          </div>
        </Form>
      )}
    </>
  )
}
