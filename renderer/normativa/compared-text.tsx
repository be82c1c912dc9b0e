import { Fragment, type ReactNode } from 'react'
import { useText } from '../session.tsx'
import { type ComparedLine, comparedLines, type Run, type Word } from './text-diff.ts'

/** Two wordings as one text. Removed words are struck out, added words underlined; both are also marked with signs and for screen readers. */
export function ComparedText({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = comparedLines(before, after)
  return (
    <div className="prose compared">
      {lines.map((line, index) => (
        // The texts do not change while they are shown, so the index identifies the line.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <p key={index}>
          <Line line={line} />
        </p>
      ))}
    </div>
  )
}

function Line({ line }: { readonly line: ComparedLine }): ReactNode {
  const words = useText().diferencia
  return line.map((run, index) => {
    const key = `${index}${run.change}`
    const space = index > 0 && run.words[0]?.isApart === true ? ' ' : ''
    if (run.change === 'same')
      return (
        <Fragment key={key}>
          {space}
          <Words run={run} />
        </Fragment>
      )
    const Mark = run.change === 'removed' ? 'del' : 'ins'
    return (
      <Fragment key={key}>
        {space}
        <Mark>
          <span className="unseen">{run.change === 'removed' ? words.goes : words.comes} </span>
          <Words run={run} />
          <span className="unseen"> {words.ends}</span>
        </Mark>
      </Fragment>
    )
  })
}

function Words({ run }: { readonly run: Run }): ReactNode {
  return run.words.map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words repeat, the index identifies them
    <Fragment key={index}>
      {index > 0 && word.isApart ? ' ' : ''}
      {styled(word)}
    </Fragment>
  ))
}

function styled({ text, style }: Word): ReactNode {
  switch (style) {
    case 'text':
      return text
    case 'strong':
      return <strong>{text}</strong>
    case 'em':
      return <em>{text}</em>
    case 'sub':
      return <sub>{text}</sub>
    case 'sup':
      return <sup>{text}</sup>
    default:
      return style satisfies never
  }
}
