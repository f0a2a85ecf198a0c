//! Advice beside the game: a hint, and the review of a whole game.

use engine::review::Review;

use super::*;

/// How long each position of a review takes, and a hint.
const REVIEW: Limits = limits(30_000, 5);
const HINT: Limits = limits(200_000, 3);

impl Live {
    pub(super) async fn hint(&mut self) {
        let asked = {
            let table = self.entry.table();
            let spec = "best".parse().expect("every game has it");
            let goes_on = table.result().is_none();
            goes_on.then(|| (hub::query(&table, spec, HINT, 1, false), table.session().at()))
        };
        let Some((query, at)) = asked else { return self.complain("the game is over").await };
        let Ok(ticket) = self.hub.thinkers.ask(query, at, 0, Urgency::Step) else { return self.busy().await };
        let asides = self.asides.clone();
        // An earlier one ends.
        self.hint = JoinSet::new();
        self.hint.spawn(async move {
            let best = ticket.last().await.map(|answer| answer.move_infos.into_iter().next());
            let message = match best {
                Ok(Some(best)) => json!({
                    "is": "hint", "at": at, "step": best.step, "pv": best.pv, "value": best.value
                }),
                Ok(None) => return,
                Err(error) => trouble(&error),
            };
            let _ = asides.send(message);
        });
    }

    pub(super) fn start_review(&mut self) {
        self.review = JoinSet::new();
        self.review.spawn(review(self.hub.clone(), self.entry.clone(), self.asides.clone()));
    }
}

/// Looks at every position of a game, and tells what every step cost.
async fn review(hub: Arc<Hub>, entry: Arc<Entry>, tell: mpsc::UnboundedSender<Value>) {
    let base = {
        let table = entry.table();
        let spec = "best".parse().expect("every game has it");
        hub::query(&table, spec, REVIEW, 1, false)
    };
    let mut review = Review::new(base);
    while let Some((query, turn)) = review.question() {
        let answer = hub.thinkers.wait(&query, turn, 0, Urgency::Analysis).await;
        let judged = match answer {
            Ok(answer) => review.hear(answer),
            Err(error) => {
                let _ = tell.send(trouble(&error));
                return;
            }
        };
        if let Some(judged) = judged {
            let mut message = serde_json::to_value(judged).expect("it is plain data");
            message["is"] = "review".into();
            if tell.send(message).is_err() {
                return;
            }
        }
    }
    let _ = tell.send(json!({ "is": "reviewed", "summary": review.summary() }));
}
