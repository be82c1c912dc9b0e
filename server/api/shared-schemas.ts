import type { z } from 'zod'
import { askOutput } from '../operations/ask-schema.ts'
import { baseList } from '../operations/base-list.ts'
import { itemProblem, itemResult, missingDatum, resultSummary } from '../operations/batch-result.ts'
import { partsField } from '../operations/building-fields.ts'
import { checkModel } from '../operations/check-model.ts'
import { conditionField } from '../operations/condition.ts'
import { contextUse } from '../operations/context-use.ts'
import { documentOutput } from '../operations/document-head.ts'
import { codesField, kbRef } from '../operations/fields.ts'
import { issuedKey, keyFields } from '../operations/key-fields.ts'
import { makeFicha } from '../operations/make-ficha.ts'
import { networkFields } from '../operations/network-fields.ts'
import { officeFields } from '../operations/office-fields.ts'
import { projectElements } from '../operations/project-element.ts'
import { projectCheck, projectDocument } from '../operations/project-schema.ts'
import { rowCheck } from '../operations/read-checks.ts'
import { requirement, requirementsOutput, wholeRequirementsInput } from '../operations/requirements-schema.ts'
import { authorField } from '../operations/revision-fields.ts'
import { projectOutput } from '../operations/stored-project.ts'
import { measured, traceStep, verdictOutput } from '../operations/verdict-schema.ts'
import { inherited } from '../operations/verify-project.ts'

const { sources, rules, geo_context, limit_range, cells } = verdictOutput.shape
const outcome = requirement.shape.outcomes.element

/** The schemas that have a name of their own in the OpenAPI document, wherever they appear. */
export const sharedSchemas: Readonly<Record<string, z.ZodType>> = {
  Verdict: verdictOutput,
  Source: sources.element,
  RuleResult: rules.element,
  Cell: cells.element,
  Place: geo_context,
  Range: limit_range.unwrap(),
  TraceStep: traceStep,
  Certificate: verdictOutput.shape.certificate.unwrap(),
  ContextUse: contextUse,
  ContextDatum: contextUse.shape.decided.element,
  KnowledgeBase: kbRef,
  Value: measured,
  Regulation: codesField.unwrap().element,
  ItemResult: itemResult,
  ItemProblem: itemProblem,
  MissingDatum: missingDatum,
  ResultSummary: resultSummary,
  Project: projectDocument,
  StoredProject: projectOutput,
  Check: projectCheck,
  NamedCheck: wholeRequirementsInput.shape.checks.unwrap().element,
  RowCheck: rowCheck,
  ReplacedDatum: inherited.replaced.element,
  Element: projectElements.unwrap().element,
  Part: partsField.unwrap().element,
  Author: authorField.unwrap(),
  Requirements: requirementsOutput,
  RequirementCounts: requirementsOutput.shape.summary,
  DocumentCounts: requirementsOutput.shape.documents.element,
  Requirement: requirement,
  Outcome: outcome,
  OutcomeCase: outcome.shape.cases.unwrap().element,
  Bound: outcome.shape.limits.element,
  Condition: conditionField,
  OpenDatum: requirementsOutput.shape.open_data.element,
  Answer: askOutput,
  Document: documentOutput,
  HeldOfDocument: documentOutput.shape.held,
  Ficha: makeFicha.output,
  FichaDatum: makeFicha.output.shape.zones.element,
  ModelReport: checkModel.output,
  Key: keyFields,
  IssuedKey: issuedKey,
  BaseList: baseList,
  Base: baseList.shape.held.element,
  Network: networkFields,
  Office: officeFields,
}
