from pydantic import BaseModel

class Order(BaseModel):
    def total(self, tax: int):
        return tax
