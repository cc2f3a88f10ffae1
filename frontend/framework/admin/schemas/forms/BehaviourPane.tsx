/** What the object does by itself and demands: numbers, workflow, rules, reminders, automations. */
import { AutomationsForm } from './AutomationsForm.tsx';
import { NamingForm } from './NamingForm.tsx';
import { RemindersForm } from './RemindersForm.tsx';
import { RulesForm } from './RulesForm.tsx';
import { WorkflowForm } from './WorkflowForm.tsx';

export function BehaviourPane() {
  return (
    <div className="bench-lines">
      <WorkflowForm />
      <RulesForm />
      <AutomationsForm />
      <RemindersForm />
      <NamingForm />
    </div>
  );
}
