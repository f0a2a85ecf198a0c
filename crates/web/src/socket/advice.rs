//! Advice beside the game: a hint, and the review of a whole game.

use engine::review::Review;

use super::*;

/// How long each position of a review takes, and a hint.
const REVIEW: Limits = limits(30_000, 5);
const HINT: Limits = limits(200_000, 3);

impl Live {
    pub(super) async fn hint(&mut self) -> Result<(), Gone> {
        let asked = {
            let table = self.entry.table();
            let spec = "best".parse().expect("every game has it");
            let goes_on = table.result().is_none();
            goes_on.then(|| (hub::query(&table, spec, HINT, 1, false), table.session().at()))
        };
        let Some((query, at)) = asked else { return self.complain("the game is over").await };
        match self.hub.thinkers.ask(query, at, 0, Urgency::Step) {
            Err(_) => self.busy().await,
            Ok(ticket) => {
                let asides = self.asides.clone();
                let task = tokio::spawn(async move {
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
                if let Some(earlier) = self.hint.replace(task.abort_handle()) {
                    earlier.abort();
                }
                Ok(())
            }
        }
    }

    pub(super) fn start_review(&mut self) {
        if let Some(earlier) = self.review.take() {
            earlier.abort();
        }
        let task = review(self.hub.clone(), self.entry.clone(), self.asides.clone());
        self.review = Some(tokio::spawn(task).abort_handle());
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
        let answer = loop {
            match hub.thinkers.ask(query.clone(), turn, 0, Urgency::Analysis) {
                Ok(ticket) => break ticket.last().await,
                Err(_) => tokio::time::sleep(Duration::from_secs(RETRY)).await,
            }
        };
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
