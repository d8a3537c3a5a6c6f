/** The element in which the designer draws a page; it shows the stored picture until then, or when drawing fails. */
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { usePageContext } from '~/ui/page-context'
import { type DesignerPageRow, Picture } from './pages'

interface FrameProps {
  page: DesignerPageRow
  /** The id of the site whose project it is. */
  node: string
  /** The URL that issues a ticket. */
  ticket: string
  parameters: Record<string, string>
  /** Without live values. */
  isPreview: boolean
}

export function DesignerFrame({ page, node, ticket, parameters, isPreview }: FrameProps) {
  const t = useT()
  const { nonce } = usePageContext()
  return (
    <>
      <div
        id="designer"
        className="designer"
        data-designer=""
        data-node={node}
        data-ticket={ticket}
        data-page={page.path}
        data-parameters={JSON.stringify(parameters)}
        data-preview={isPreview ? '' : undefined}
        data-title={t('main:designer.frameOf', { title: page.title })}
        data-width={page.width}
        data-height={page.height}
      >
        <Picture page={page} />
        <div data-failed hidden>
          <Notice tone="warn" title={t('main:designer.failed')}>
            {t('main:designer.failedText')}
          </Notice>
        </div>
        <div data-ended hidden>
          <Notice tone="warn" title={t('main:designer.stopped')}>
            {t('main:designer.stoppedText')}
          </Notice>
        </div>
      </div>
      <script src="/show-designer.js" defer nonce={nonce} suppressHydrationWarning />
    </>
  )
}
