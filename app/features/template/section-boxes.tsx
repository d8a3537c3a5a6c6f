/** The sections of a template to apply, all checked, with the button that shows the plan. */
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import type { Section } from './template-settings'

export function SectionBoxes({ sections }: { sections: readonly Section[] }) {
  const t = useT()
  return (
    <>
      {sections.length > 1 ? (
        <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <legend className="sr-only">{t('main:template.apply.sections')}</legend>
          {sections.map((section) => (
            <label key={section} className="flex items-center gap-2">
              <input type="checkbox" name="section" value={section} defaultChecked />
              {t(`main:template.section.${section}`)}
            </label>
          ))}
        </fieldset>
      ) : (
        <input type="hidden" name="section" value={sections[0]} />
      )}
      <Button small look="primary">
        {t('action.review')}
      </Button>
    </>
  )
}
